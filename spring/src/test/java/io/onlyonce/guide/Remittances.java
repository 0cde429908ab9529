package io.onlyonce.guide;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.json.JsonResultCodec;
import io.onlyonce.saga.Completer;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.Sagas;
import java.time.Duration;

final class Remittances {
    private static final Operation<String> REMIT = Operation.named("remit", ResultCodec.text())
            .guarantee(Leased.<String>of(Duration.ofSeconds(30)).whenAbandoned(new WhenAbandoned.Rerun<>()))
            .remembering(new Refusal<>("account-closed", AccountClosedException.class, AccountClosedException::new));

    private final Sagas sagas;
    private final Saga<Remittance, String> remit;

    Remittances(Sagas sagas, Branch berlin, Branch tokyo) {
        this.sagas = sagas;
        this.remit = Saga.of(REMIT, JsonResultCodec.of(Remittance.class), (asked, run) -> {
            run.step(
                    "debit",
                    berlin.participant(),
                    ResultCodec.text(),
                    attempt -> berlin.book(asked.from(), asked.amount().negate()),
                    (done, attempt) -> berlin.book(asked.from(), asked.amount()));
            return run.step(
                    "credit",
                    tokyo.participant(),
                    ResultCodec.text(),
                    attempt -> tokyo.book(asked.to(), asked.amount()));
        });
    }

    String remit(String user, String key, Remittance asked) throws Exception {
        Call call = Call.of(user, key, asked.from(), asked.to(), asked.amount().toPlainString());
        return sagas.run(remit, call, asked).orElseThrow();
    }

    /** Make one and call its {@code runOnce()} from a timer, on each node. */
    Completer completer() {
        return new Completer(sagas, Terms.STANDARD, remit);
    }
}
