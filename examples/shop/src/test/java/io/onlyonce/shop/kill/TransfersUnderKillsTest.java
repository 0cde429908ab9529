package io.onlyonce.shop.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.testkit.server.KillablePostgres;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The short run; {@code -Dshop.transfers=10000} makes it the long one. */
class TransfersUnderKillsTest {
    private static final int TRANSFERS = Integer.getInteger("shop.transfers", 600);

    @Test
    @DisplayName(
            "two databases of PostgreSQL, two shops, each killed again and again: every transfer is final once, none is stuck, no money is lost or made")
    void conserved() throws Exception {
        try (KillablePostgres home = TestServers.killablePostgres();
                KillablePostgres other = TestServers.killablePostgres()) {
            assertThat(new TransferRun(List.of(home, other), TRANSFERS).run()).isEmpty();
        }
    }
}
