package io.onlyonce.shop.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.ShopApplication;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The short run; {@code examples/shop/kill-test.sh} does the long one. */
class KillTest {

    @Test
    @DisplayName("PostgreSQL: killed five times under duplicated load: no double, no loss, no stuck key")
    void no_double_no_loss() throws Exception {
        try (TestDatabase database = TestServers.postgres()) {
            List<String> program =
                    List.of("-cp", System.getProperty("java.class.path"), ShopApplication.class.getName());
            Database address = new Database(database.url(), database.user(), database.password());
            assertThat(new KillRun(program, address).kill(5)).isEmpty();
        }
    }
}
