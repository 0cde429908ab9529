package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Expectation;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Observed.Balance;
import io.onlyonce.verify.check.Rules;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Call;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Identity;
import io.onlyonce.verify.run.Verification.Result;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs that reports are made of. */
final class Histories {
    static final String NASTY = "<script>alert('1')</script> & \"quotes\" \u0000\u0007 中文";

    private Histories() {}

    /** Two requests with one key, both at work; then a replay. One of them is never answered, and a node is killed. */
    static Report twice() {
        return report("orders " + NASTY, 2);
    }

    static Report once() {
        return report("orders", 1);
    }

    private static Report report(String plan, long effects) {
        Call call = new Call(new Identity("order", "alice", "key-1"), "v1-1", "print", "POST /orders?x=" + NASTY);
        List<Event> events = new ArrayList<>();
        events.add(new Event.Invoked(1_000_000, 1, 1, call, ""));
        events.add(new Event.Invoked(1_500_000, 2, 2, call, "cut-after"));
        events.add(new Event.Noted(3_000_000, "node 1 killed"));
        events.add(new Event.Unknown(4_000_000, 2, "SocketException: closed"));
        events.add(new Event.Answered(9_000_000, 1, answer(false)));
        events.add(new Event.Invoked(12_000_000, 3, 2, call, ""));
        events.add(new Event.Answered(15_000_000, 3, answer(true)));
        Observed observed = new Observed(
                Map.of("order", Map.of("v1-1", effects)),
                List.of(new Balance("stock", new BigDecimal("10.00"), new BigDecimal("10.00"))),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        Evidence evidence = new Evidence(
                History.of(events),
                observed,
                new Rules(Map.of("order", Expectation.STRICT), Optional.empty(), Duration.ZERO));
        return new Report(plan, Duration.ofMillis(1500), new Result(new Judge().judge(evidence), evidence, 42));
    }

    private static Answer answer(boolean replayed) {
        return new Answer(
                Meaning.SUCCESS,
                201,
                Map.of("location", "/orders/7"),
                "{\"note\":\"" + NASTY + "\"}",
                "hash",
                replayed,
                true);
    }
}
