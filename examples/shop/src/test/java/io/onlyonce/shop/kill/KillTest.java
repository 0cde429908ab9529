package io.onlyonce.shop.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The short run; {@code examples/shop/kill-test.sh} does the long one. */
class KillTest {

    @Test
    @DisplayName("PostgreSQL: killed five times under duplicated load: no double, no loss, no stuck key")
    void no_double_no_loss() throws Exception {
        try (TestDatabase database = TestServers.postgres()) {
            Database address = new Database(database.url(), database.user(), database.password());
            assertThat(new KillRun(ShopProcess.ofThisClassPath(), address).kill(5))
                    .isEmpty();
        }
    }
}
