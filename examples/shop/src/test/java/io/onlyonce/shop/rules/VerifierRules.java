package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.verify.ShopPlan;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.run.Progress;
import io.onlyonce.verify.run.Verification;
import io.onlyonce.verify.run.Verification.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verifier's plan for the shop: bursts, impatient clients, replays, reused keys, two users with one key, events and callbacks in any order, cut connections. */
public interface VerifierRules extends Rules {
    @Test
    @DisplayName("the verifier finds nothing: each operation took effect once, and was answered the same each time")
    default void verified(@TempDir Path directory) throws Exception {
        Plan plan = ShopPlan.read("shop.yaml", database(), Map.of("SHOP_URL", client().url()));
        Result result = new Verification(
                        plan.with(new Plan.Pace(
                                1, 4, Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofSeconds(30))),
                        System.nanoTime(),
                        directory,
                        Progress.NONE)
                .run();
        assertThat(result.verdict()).as("seed " + result.seed()).isInstanceOf(Verdict.Valid.class);
        assertThat(result.evidence().history().attempts()).hasSizeGreaterThan(400);
    }
}
