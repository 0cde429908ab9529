package io.onlyonce.shop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.ShopApplication;
import io.onlyonce.testkit.server.FreePort;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.junit.IdempotencyTest;
import io.onlyonce.verify.junit.Verifier;
import io.onlyonce.verify.report.Report;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;

/** Three rounds of what the verifier's command line does for a hundred and fifty. */
class VerifiedUnderKillsTest {
    @IdempotencyTest(plan = "verify/two-shops.yaml")
    @DisplayName("two shops on one PostgreSQL, killed and stopped at random, are valid to the verifier")
    void valid(Verifier verifier) throws Exception {
        verify(verifier, 3);
    }

    @IdempotencyTest(plan = "verify/audit.yaml")
    @DisplayName("their log alone tells of each request whether it was the first, a duplicate, in progress or refused")
    void explained(Verifier verifier) throws Exception {
        Report report = verify(verifier.set("SHOP_SETTINGS", "--logging.level.io.onlyonce.decision=info"), 6);
        assertThat(report.history().attempts()).hasSizeGreaterThan(400);
    }

    private static Report verify(Verifier verifier, int rounds) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (TestDatabase database = TestServers.postgres()) {
            Report report = verifier.set("SHOP_JDBC_URL", database.url())
                    .set("SHOP_DB_USER", database.user())
                    .set("SHOP_DB_PASSWORD", database.password())
                    .set("SHOP_PORT_1", FreePort.next())
                    .set("SHOP_PORT_2", FreePort.next())
                    .set(
                            "SHOP_COMMAND",
                            "'%s' -XX:TieredStopAtLevel=1 -Xmx256m -cp '%s' %s"
                                    .formatted(
                                            java,
                                            System.getProperty("java.class.path"),
                                            ShopApplication.class.getName()))
                    .set("SHOP_ROUNDS", rounds)
                    .set("SHOP_KILL_EVERY", "1s")
                    .verify();
            assertThat(report.history().events())
                    .anyMatch(event ->
                            event instanceof Event.Noted noted && noted.what().endsWith("killed"));
            return report;
        }
    }
}
