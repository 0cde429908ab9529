package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The heartbeat, by Redis' own clock. */
class HeartbeatTest {
    /** A beat may be late by two thirds of it on a busy machine. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    @Test
    @DisplayName("B-42 the heartbeat keeps a claim alive while its work lasts longer than the lease")
    void keptAlive() throws Exception {
        Operation<String> brief = Operation.named("charge", ResultCodec.text()).guarantee(Leased.of(LEASE));
        try (TestRedis redis = TestServers.redis();
                Records records = Records.on(redis.uri(), redis.prefix())) {
            RedisRecordStore store = records.store();
            OnlyOnce node = OnlyOnce.leased(store, Probe.NONE);
            Call call = Call.of("alice", "k");
            node.run(brief, call, attempt -> {
                String granted = records.get(attempt.key(), "lease");
                CasesSuite.await().until(() -> records.now() > Long.parseLong(granted));
                assertThat(store.claim(new ClaimRequest(attempt.key(), call.fingerprint(), Duration.ofMinutes(1))))
                        .isInstanceOf(Claim.InProgress.class);
                return "done";
            });
            assertThat(node.run(brief, call, attempt -> "never")).isEqualTo(new Outcome.Replayed<>("done"));
        }
    }
}
