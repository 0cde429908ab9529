package io.onlyonce.seata;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.onlyonce.Guarantee;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GuardDeclarationsTest {
    private static final Operation<String> STOCK = Operation.named("stock", ResultCodec.text());

    private final Participant database = new MemoryLedger().participant(Probe.NONE);

    @Test
    @DisplayName("a resource that would not be protected is refused when it is made")
    void declarations() {
        assertRefused(Operation.named("s".repeat(197), ResultCodec.text()), "196 at most");
        assertRefused(STOCK.guarantee(Leased.of(Duration.ofMinutes(1))), "one transaction");
        assertRefused(STOCK.guarantee(new Guarantee.Transactional<String>(3).recordedAtEnd()), "record at the end");
        assertRefused(
                STOCK.remembering(new Refusal<>("any", RuntimeException.class, RuntimeException::new)),
                "business exceptions only");
        assertRefused(STOCK.retention(Operation.MAX_RETENTION), "may stay open");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TccGuard.of(STOCK, database).horizon(Duration.ZERO))
                .withMessageContaining("longer than zero");
    }

    private void assertRefused(Operation<String> operation, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TccGuard.of(operation, database))
                .withMessageContaining(rule);
    }
}
