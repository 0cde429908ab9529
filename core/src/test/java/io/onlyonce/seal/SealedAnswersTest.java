package io.onlyonce.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.RecordKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SealedAnswersTest {
    private static final String SECRET = "4111-1111-1111-1111";
    private static final byte[] KEY = new byte[32];

    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryRecordStore store = new MemoryRecordStore(transactions);
    private final OnlyOnce onlyOnce = OnlyOnce.transactional(store, transactions);
    private final AtomicInteger runs = new AtomicInteger();
    private final Operation<String> plain = Operation.named("pay", ResultCodec.text())
            .remembering(new Refusal<>("declined", DeclinedException.class, DeclinedException::new));
    private final Operation<String> sealed = plain.seal(AesGcmSeal.sealing("2026-11", KEY));

    /** The bank says no. */
    private static final class DeclinedException extends Exception {
        private static final long serialVersionUID = 1L;

        DeclinedException(String message) {
            super(message);
        }
    }

    private Outcome<String> pay(Operation<String> operation, String key) throws Exception {
        return onlyOnce.run(operation, Call.of("alice", key, "payload"), attempt -> {
            runs.incrementAndGet();
            return "paid by " + SECRET;
        });
    }

    private String kept(String key) {
        byte[] answer =
                store.find(new RecordKey("alice", "pay", key)).orElseThrow().answer();
        return answer == null ? "" : new String(answer, UTF_8);
    }

    @Test
    @DisplayName("an answer is kept sealed, and a replay gets it readable")
    void answers() throws Exception {
        pay(sealed, "k");
        assertThat(kept("k")).doesNotContain(SECRET).isNotEmpty();
        assertThat(pay(sealed, "k")).isEqualTo(new Outcome.Replayed<>("paid by " + SECRET));
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("so is the text of a refusal")
    void refusals() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> onlyOnce.run(sealed, Call.of("alice", "no", "payload"), attempt -> {
                                runs.incrementAndGet();
                                throw new DeclinedException("no funds on " + SECRET);
                            })
                            .orElseThrow())
                    .isInstanceOf(DeclinedException.class)
                    .hasMessage("no funds on " + SECRET);
        }
        assertThat(runs).hasValue(1);
        assertThat(kept("no")).doesNotContain(SECRET).isNotEmpty();
    }

    @Test
    @DisplayName(
            "who has not the key is told that it is done, and runs nothing again; what is plain stays readable when sealing begins")
    void withoutTheKey() throws Exception {
        pay(sealed, "k");
        assertThat(pay(plain.seal(AesGcmSeal.sealing("other", KEY)), "k"))
                .isInstanceOf(Outcome.ResultUnavailable.class);
        pay(plain, "old");
        assertThat(pay(sealed, "old")).isEqualTo(new Outcome.Replayed<>("paid by " + SECRET));
        assertThat(runs).hasValue(2);
    }
}
