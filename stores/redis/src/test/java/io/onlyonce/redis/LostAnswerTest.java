package io.onlyonce.redis;

import static io.onlyonce.redis.CasesSuite.KEY;
import static io.onlyonce.redis.CasesSuite.LEASE;
import static io.onlyonce.redis.CasesSuite.done;
import static io.onlyonce.redis.CasesSuite.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** B-23: the command was executed, and its answer did not arrive. */
class LostAnswerTest {
    private static PrivateRedis redis;
    private static LossyProxy proxy;
    private static RedisClient client;
    private static Records outside;

    private RedisRecordStore store;
    private int lostBefore;

    @BeforeAll
    static void open() throws IOException {
        redis = TestServers.privateRedis();
        proxy = new LossyProxy(redis.port());
        client = RedisClient.create(proxy.uri());
        outside = Records.on(redis.uri(), "shop:");
        letServerKnowAllScripts();
    }

    /** So that an answer that is lost is that of the script, and not that it is not known. */
    private static void letServerKnowAllScripts() {
        RedisRecordStore store = outside.store();
        Fence fence = ((Claim.Claimed) store.claim(request(KEY))).fence();
        store.renew(KEY, fence, LEASE);
        store.abandon(KEY, fence);
        store.release(KEY, fence);
        store.complete(KEY, fence, done("never"));
    }

    @AfterAll
    static void close() throws IOException {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        outside.close();
        proxy.close();
        redis.close();
    }

    @BeforeEach
    void connect() {
        outside.clear();
        store = new RedisRecordStore(
                RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)).timeout(Duration.ofSeconds(20)), "shop:");
        lostBefore = proxy.lost();
        proxy.loseNext();
    }

    @AfterEach
    void anAnswerWasLost() {
        assertThat(proxy.lost()).as("answers lost so far").isGreaterThan(lostBefore);
    }

    /** Wins the key while nothing is lost. */
    private Fence won() {
        return ((Claim.Claimed) outside.store().claim(request(KEY))).fence();
    }

    @Test
    @DisplayName(
            "B-23 a claim whose answer was lost is the caller's all the same, once, with the fence that was given first")
    void claim() {
        Claim claim = store.claim(request(KEY));
        assertThat(claim).isInstanceOfSatisfying(Claim.Claimed.class, claimed -> {
            assertThat(claimed.attempt()).isEqualTo(1);
            assertThat(outside.get(KEY, "fence"))
                    .isEqualTo(String.valueOf(claimed.fence().number()));
        });
        assertThat(outside.store().claim(request(KEY))).isInstanceOf(Claim.InProgress.class);
    }

    @Test
    @DisplayName("B-23 a take-over whose answer was lost is the caller's, and counts as one attempt")
    void takeOver() {
        Fence lost = won();
        outside.expireLease(KEY);
        assertThat(((Claim.Claimed) store.takeOver(request(KEY), lost)).attempt())
                .isEqualTo(2);
    }

    @Test
    @DisplayName(
            "B-23 a completion whose answer was lost is a success, not a lost fence; a later one still changes nothing")
    void complete() {
        Fence fence = won();
        assertThat(store.complete(KEY, fence, done("first"))).isTrue();
        assertThat(store.complete(KEY, fence, done("second"))).isFalse();
        assertThat(outside.get(KEY, "answer")).isEqualTo("first");
    }

    @Test
    @DisplayName("B-23 a release whose answer was lost is a success, and a second caller's is none")
    void release() {
        Fence fence = won();
        assertThat(store.release(KEY, fence)).isTrue();
        assertThat(store.release(KEY, fence)).isFalse();
        assertThat(outside.count()).isZero();
    }

    @Test
    @DisplayName("B-23 a renewal and an abandonment whose answers were lost are successes")
    void renewAndAbandon() {
        Fence fence = won();
        assertThat(store.renew(KEY, fence, LEASE)).isTrue();
        proxy.loseNext();
        assertThat(store.abandon(KEY, fence)).isTrue();
        assertThat(outside.store().claim(request(KEY))).isInstanceOf(Claim.Abandoned.class);
    }

    @Test
    @DisplayName(
            "B-23 a claim that no answer arrives for is refused as unavailable, and the next caller meets an unknown outcome, not a second owner")
    void neverAnswered() {
        RedisClient cut = RedisClient.create(proxy.uri());
        cut.setOptions(ClientOptions.builder().autoReconnect(false).build());
        try {
            RedisRecordStore lonely = new RedisRecordStore(
                    RedisAccess.of(cut.connect(ByteArrayCodec.INSTANCE)).timeout(Duration.ofSeconds(20)), "shop:");
            assertThatThrownBy(() -> lonely.claim(request(KEY))).isInstanceOf(StoreUnavailableException.class);
        } finally {
            cut.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
        assertThat(outside.store().claim(request(KEY))).isInstanceOf(Claim.InProgress.class);
        outside.expireLease(KEY);
        assertThat(outside.store().claim(request(KEY))).isInstanceOf(Claim.Abandoned.class);
    }
}
