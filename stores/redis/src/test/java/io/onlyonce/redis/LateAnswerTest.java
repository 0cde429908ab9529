package io.onlyonce.redis;

import static io.onlyonce.redis.CasesSuite.KEY;
import static io.onlyonce.redis.CasesSuite.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** B-23: Redis executes a claim after its caller has gone. */
class LateAnswerTest {
    private static final String PAUSE = "60000";

    /** So that what the server executes late is the claim, and not only the question whether it knows the script. */
    private static void letServerKnow(RedisRecordStore store) {
        store.release(KEY, ((Claim.Claimed) store.claim(request(KEY))).fence());
    }

    @Test
    @DisplayName("B-23 a claim that is granted after its caller was told that the store is unavailable is taken back")
    void claim() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisRecordStore hasty =
                    new RedisRecordStore(records.access().timeout(Duration.ofMillis(200)), records.prefix());
            letServerKnow(records.store());
            redis.command("CLIENT", "PAUSE", PAUSE, "WRITE");
            assertThatThrownBy(() -> hasty.claim(request(KEY))).isInstanceOf(StoreUnavailableException.class);
            redis.command("CLIENT", "UNPAUSE");
            Claim.Claimed claimed = (Claim.Claimed) records.store().claim(request(KEY)); // behind it on the connection
            assertThat(claimed.attempt()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-23 a take-over that is granted after its caller was told so is lost again, not freed: the first outcome is unknown")
    void takeOver() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisRecordStore hasty =
                    new RedisRecordStore(records.access().timeout(Duration.ofMillis(200)), records.prefix());
            Fence lost = ((Claim.Claimed) records.store().claim(request(KEY))).fence();
            records.store().abandon(KEY, lost);
            redis.command("CLIENT", "PAUSE", PAUSE, "WRITE");
            assertThatThrownBy(() -> hasty.takeOver(request(KEY), lost)).isInstanceOf(StoreUnavailableException.class);
            redis.command("CLIENT", "UNPAUSE");
            assertThat(records.store().claim(request(KEY))).isInstanceOfSatisfying(Claim.Abandoned.class, abandoned -> {
                assertThat(abandoned.attempt()).isEqualTo(2);
                assertThat(abandoned.fence()).isGreaterThan(lost);
            });
        }
    }

    @Test
    @DisplayName("B-25 a caller that is interrupted while it claims is refused, stays interrupted, and holds no claim")
    void interrupted() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            letServerKnow(records.store());
            redis.command("CLIENT", "PAUSE", PAUSE, "WRITE"); // no answer is faster than the interrupt
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> records.store().claim(request(KEY)))
                        .isInstanceOf(StoreUnavailableException.class);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            redis.command("CLIENT", "UNPAUSE");
            assertThat(records.store().claim(request(KEY))).isInstanceOf(Claim.Claimed.class);
        }
    }
}
