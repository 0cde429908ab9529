package io.onlyonce.shop.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.shop.ShopApplication;
import io.onlyonce.testkit.server.FreePort;
import io.onlyonce.testkit.server.KillablePostgres;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.junit.IdempotencyTest;
import io.onlyonce.verify.junit.Verifier;
import io.onlyonce.verify.report.Report;
import java.io.IOException;
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

    @IdempotencyTest(plan = "verify/transfers.yaml")
    @DisplayName(
            "two shops on two databases: transfers are valid to the verifier while shops and a database are killed")
    void transfers(Verifier verifier) throws Exception {
        try (KillablePostgres home = TestServers.killablePostgres();
                KillablePostgres other = TestServers.killablePostgres()) {
            Report report = between(home, other, verifier)
                    .set("SHOP_CRASH", other.crashCommand())
                    .set("SHOP_CRASH_EVERY", "3s")
                    .verify();
            assertKilled(report);
        }
    }

    @IdempotencyTest(plan = "src/test/resources/plans/transfers-that-lose.yaml")
    @DisplayName("the same plan finds that a database loses a part of what it takes in")
    void lost(Verifier verifier) throws Exception {
        try (KillablePostgres home = TestServers.killablePostgres();
                KillablePostgres other = TestServers.killablePostgres()) {
            assertThatThrownBy(between(home, other, verifier)::verify)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("INVALID")
                    .hasMessageContaining("conserved");
        }
    }

    private static Verifier between(KillablePostgres home, KillablePostgres other, Verifier verifier)
            throws IOException {
        return shops(verifier, home.database(), 3)
                .set("SHOP_JDBC_URL_2", other.database().url());
    }

    private static Report verify(Verifier verifier, int rounds) throws Exception {
        try (TestDatabase database = TestServers.postgres()) {
            Report report = shops(verifier, database, rounds).verify();
            assertKilled(report);
            return report;
        }
    }

    private static void assertKilled(Report report) {
        assertThat(report.history().events())
                .anyMatch(event ->
                        event instanceof Event.Noted noted && noted.what().endsWith("killed"));
    }

    private static Verifier shops(Verifier verifier, TestDatabase database, int rounds) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return verifier.set("SHOP_JDBC_URL", database.url())
                .set("SHOP_DB_USER", database.user())
                .set("SHOP_DB_PASSWORD", database.password())
                .set("SHOP_PORT_1", FreePort.next())
                .set("SHOP_PORT_2", FreePort.next())
                .set(
                        "SHOP_COMMAND",
                        "'%s' -XX:TieredStopAtLevel=1 -Xmx256m -cp '%s' %s"
                                .formatted(
                                        java, System.getProperty("java.class.path"), ShopApplication.class.getName()))
                .set("SHOP_ROUNDS", rounds)
                .set("SHOP_KILL_EVERY", "1s");
    }
}
