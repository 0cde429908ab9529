package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Expectation.Proof;
import io.onlyonce.verify.check.Expectation.Refusals;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.check.Observed.Balance;
import io.onlyonce.verify.check.Observed.Breach;
import io.onlyonce.verify.check.Observed.Change;
import io.onlyonce.verify.check.Observed.Entry;
import io.onlyonce.verify.check.Observed.LogLine;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Call;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts a history together by hand. Times are the order in which its methods are called. */
final class Scene {
    private final List<Event> events = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final Map<String, Long> effects = new HashMap<>();
    private final List<Balance> balances = new ArrayList<>();
    private final List<Breach> breaches = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private Optional<List<Entry>> records = Optional.empty();
    private Optional<List<LogLine>> log = Optional.empty();
    private Expectation expectation = Expectation.STRICT;
    private Optional<Rules.States> states = Optional.empty();
    private int attempts;

    /** A request of this user with this key, whose payload carries this number. */
    int sent(String user, String key, String ref) {
        attempts++;
        Call call = new Call(new Identity("place", user, key), ref, "payload of " + ref, "POST /orders");
        calls.add(call);
        events.add(new Event.Invoked(events.size(), attempts, attempts, call, ""));
        return attempts;
    }

    int sent() {
        return sent("alice", "k1", "r1");
    }

    /** The client of this attempt's request repeats it no more. */
    Scene gaveUp(int attempt) {
        events.add(new Event.GaveUp(events.size(), calls.get(attempt - 1)));
        return this;
    }

    Scene answered(int attempt, Answer answer) {
        events.add(new Event.Answered(events.size(), attempt, answer));
        return this;
    }

    /** A success with this body. */
    Scene yes(int attempt, String body) {
        return answered(attempt, new Answer(Meaning.SUCCESS, 201, Map.of(), body, "hash of " + body, false, true));
    }

    /** A success that does not carry its request's number. */
    Scene foreign(int attempt) {
        return answered(attempt, new Answer(Meaning.SUCCESS, 201, Map.of(), "o9", "hash of o9", false, false));
    }

    Scene replayed(int attempt, String body) {
        return answered(attempt, new Answer(Meaning.SUCCESS, 201, Map.of(), body, "hash of " + body, true, true));
    }

    Scene refused(int attempt) {
        return answered(attempt, new Answer(Meaning.REFUSED, 402, Map.of(), "no", "hash of no", false, true));
    }

    Scene mismatch(int attempt) {
        return answered(attempt, new Answer(Meaning.MISMATCH, 422, Map.of(), "reused", "hash of reused", false, true));
    }

    Scene inProgress(int attempt) {
        return answered(
                attempt,
                new Answer(Meaning.IN_PROGRESS, 409, Map.of("retry-after", "1"), "wait", "hash of wait", false, true));
    }

    Scene failed(int attempt) {
        return answered(attempt, new Answer(Meaning.RETRY, 503, Map.of(), "down", "hash of down", false, true));
    }

    Scene unknown(int attempt) {
        events.add(new Event.Unknown(events.size(), attempt, "SocketTimeoutException"));
        return this;
    }

    Scene notSent(int attempt) {
        events.add(new Event.NotSent(events.size(), attempt, "Connection refused"));
        return this;
    }

    Scene effects(String ref, long count) {
        effects.put(ref, count);
        return this;
    }

    Scene balance(Balance balance) {
        balances.add(balance);
        return this;
    }

    Scene breach(Breach breach) {
        breaches.add(breach);
        return this;
    }

    Scene change(String entity, String from, String to) {
        changes.add(new Change(entity, from, to));
        return this;
    }

    Scene states(Rules.States legal) {
        states = Optional.of(legal);
        return this;
    }

    Scene records(Entry... entries) {
        records = Optional.of(List.of(entries));
        return this;
    }

    Scene log(LogLine... lines) {
        log = Optional.of(List.of(lines));
        return this;
    }

    /** What must have been seen of the request. */
    Scene proof(Proof proof) {
        expectation = new Expectation(1, true, Same.ANSWER, Refusals.REMEMBERED, true, true, proof);
        return this;
    }

    Scene held(Same same, Refusals refusals, boolean echoed) {
        expectation = new Expectation(1, true, same, refusals, true, echoed, Proof.SUCCESS);
        return this;
    }

    Evidence evidence() {
        return new Evidence(
                History.of(events),
                new Observed(Map.of("place", effects), balances, breaches, changes, records, log),
                new Rules(Map.of("place", expectation), states, Duration.ZERO));
    }

    Verdict verdict() {
        return new Judge().judge(evidence());
    }
}
