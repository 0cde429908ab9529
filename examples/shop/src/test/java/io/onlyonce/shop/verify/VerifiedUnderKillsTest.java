package io.onlyonce.shop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.ShopApplication;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.Plan.Pace;
import io.onlyonce.verify.run.Progress;
import io.onlyonce.verify.run.Verification;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two rounds of what the verifier's command line does for a hundred and fifty. */
class VerifiedUnderKillsTest {
    @Test
    @DisplayName("two shops on one PostgreSQL, killed and stopped at random, are valid to the verifier")
    void valid(@TempDir Path directory) throws Exception {
        try (TestDatabase database = TestServers.postgres()) {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            Plan plan = ShopPlan.read(
                    "two-shops.yaml",
                    database,
                    Map.of(
                            "SHOP_PORT_1", freePort(),
                            "SHOP_PORT_2", freePort(),
                            "SHOP_COMMAND",
                                    "'%s' -XX:TieredStopAtLevel=1 -Xmx256m -cp '%s' %s"
                                            .formatted(
                                                    java,
                                                    System.getProperty("java.class.path"),
                                                    ShopApplication.class.getName())));
            Pace pace = new Pace(2, 8, Duration.ofMinutes(3), Duration.ofMinutes(1), Duration.ofSeconds(20));
            Result result = new Verification(plan.with(pace), System.nanoTime(), directory, Progress.NONE).run();
            assertThat(result.verdict()).as("seed " + result.seed()).isInstanceOf(Verdict.Valid.class);
            assertThat(result.evidence().history().events())
                    .anyMatch(event ->
                            event instanceof Event.Noted noted && noted.what().endsWith("killed"));
        }
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }
}
