package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.junit.IdempotencyTest;
import io.onlyonce.verify.junit.Verifier;
import io.onlyonce.verify.report.Report;
import org.junit.jupiter.api.DisplayName;

/** The verifier's plan for the shop: bursts, impatient clients, replays, reused keys, two users with one key, events and callbacks in any order, cut connections. */
public interface VerifierRules extends Rules {
    @IdempotencyTest(plan = "verify/shop.yaml")
    @DisplayName("the verifier finds nothing: each operation took effect once, and was answered the same each time")
    default void verified(Verifier verifier) {
        Report report = verifier.set("SHOP_URL", client().url())
                .set("SHOP_JDBC_URL", database().url())
                .set("SHOP_DB_USER", database().user())
                .set("SHOP_DB_PASSWORD", database().password())
                .set("SHOP_ROUNDS", 1)
                .verify();
        assertThat(report.history().attempts()).hasSizeGreaterThan(400);
    }
}
