package io.onlyonce.redis;

import static io.onlyonce.redis.TokenCasesSuite.BINDING;
import static io.onlyonce.redis.TokenCasesSuite.LIFETIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TokenTerms;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What tokens do when Redis is full, down, flushed, somebody's replica, or answers too late. */
class TokenFaultTest {
    private static final Consumption CONSUMED = new Consumption.Consumed();
    private static final Consumption REFUSED = new Consumption.Refused();
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final String PAUSE = "60000";

    private static ImmediateTokenStore signed(Records records) {
        return TokenSuites.Signed.signed(InstantSource.system(), records);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.onlyonce.redis.FaultTest#servers")
    @DisplayName("scripts that the server has forgotten are sent again")
    void scriptsForgotten(String name, FaultTest.Start start) {
        try (PrivateRedis redis = start.with();
                Records records = Records.on(redis.uri(), "shop:")) {
            redis.command("SCRIPT", "FLUSH");
            OneTimeToken token = records.tokens().issue(BINDING, LIFETIME).token();
            redis.command("SCRIPT", "FLUSH");
            assertThat(records.tokens().consume(token, BINDING)).isEqualTo(CONSUMED);
            assertThat(records.tokens().consume(token, BINDING)).isEqualTo(REFUSED);
            redis.command("SCRIPT", "FLUSH");
            OneTimeToken signed = signed(records).issue(BINDING, LIFETIME).token();
            assertThat(signed(records).consume(signed, BINDING)).isEqualTo(CONSUMED);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.onlyonce.redis.FaultTest#servers")
    @DisplayName(
            "B-22 a full Redis that evicts nothing issues no token, still consumes those that it has, and sets no mark")
    void full(String name, FaultTest.Start start) {
        try (PrivateRedis redis = start.with();
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisTokenStore store = records.tokens();
            OneTimeToken once = store.issue(BINDING, LIFETIME).token();
            OneTimeToken thrice =
                    store.issue(BINDING, new TokenTerms(LIFETIME, 3)).token();
            OneTimeToken signed = signed(records).issue(BINDING, LIFETIME).token();
            redis.command("CONFIG", "SET", "maxmemory", "1"); // less than it uses already

            assertThatThrownBy(() -> store.issue(BINDING, LIFETIME)).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> signed(records).consume(signed, BINDING))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(store.consume(once, BINDING)).isEqualTo(CONSUMED);
            assertThat(store.consume(once, BINDING)).isEqualTo(REFUSED);
            for (int i = 0; i < 3; i++) {
                assertThat(store.consume(thrice, BINDING)).isEqualTo(CONSUMED);
            }
            assertThat(store.consume(thrice, BINDING)).isEqualTo(REFUSED);

            redis.command("CONFIG", "SET", "maxmemory", "0");
            assertThat(store.consume(once, BINDING)).isEqualTo(REFUSED);
            assertThat(signed(records).consume(signed, BINDING)).isEqualTo(CONSUMED);
            assertThat(records.timeToLive(TokenHash.of(once, BINDING))).isPositive();
        }
    }

    @Test
    @DisplayName(
            "B-23 while Redis is down no token is issued or consumed; when it is back, used ones stay used, others are good")
    void killedAndRestarted() {
        try (PrivateRedis redis = TestServers.privateRedis("--appendonly", "yes", "--appendfsync", "always");
                Records records = Records.on(redis.uri(), "shop:")) {
            OneTimeToken used = records.tokens().issue(BINDING, LIFETIME).token();
            OneTimeToken unused = records.tokens().issue(BINDING, LIFETIME).token();
            records.tokens().consume(used, BINDING);
            redis.kill();
            RedisTokenStore hasty = new RedisTokenStore(records.access().timeout(PATIENCE), records.prefix());
            assertThatThrownBy(() -> hasty.consume(used, BINDING)).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> hasty.consume(unused, BINDING)).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> hasty.issue(BINDING, LIFETIME)).isInstanceOf(StoreUnavailableException.class);
            redis.restart();
            assertThat(records.tokens().consume(used, BINDING)).isEqualTo(REFUSED);
            assertThat(records.tokens().consume(unused, BINDING)).isEqualTo(CONSUMED);
        }
    }

    @Test
    @DisplayName("B-22 a flush, or a restart without persistence: what was issued before is refused, used or not")
    void lostAll() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            for (Runnable loss : new Runnable[] {
                () -> redis.command("FLUSHALL"),
                () -> {
                    redis.kill();
                    redis.restart();
                }
            }) {
                OneTimeToken used = records.tokens().issue(BINDING, LIFETIME).token();
                OneTimeToken unused = records.tokens().issue(BINDING, LIFETIME).token();
                records.tokens().consume(used, BINDING);
                loss.run();
                assertThat(records.tokens().consume(used, BINDING)).isEqualTo(REFUSED);
                assertThat(records.tokens().consume(unused, BINDING)).isEqualTo(REFUSED);
                OneTimeToken fresh = records.tokens().issue(BINDING, LIFETIME).token();
                assertThat(records.tokens().consume(fresh, BINDING)).isEqualTo(CONSUMED);
            }
        }
    }

    @Test
    @DisplayName("B-23 a Redis that became a replica is unavailable, and uses nothing up")
    void readOnly() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            OneTimeToken token = records.tokens().issue(BINDING, LIFETIME).token();
            redis.command("REPLICAOF", "127.0.0.1", String.valueOf(redis.port() + 1));
            assertThatThrownBy(() -> records.tokens().consume(token, BINDING))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("READONLY");
            redis.command("REPLICAOF", "NO", "ONE");
            assertThat(records.tokens().consume(token, BINDING)).isEqualTo(CONSUMED);
        }
    }

    @Test
    @DisplayName(
            "B-23 a token that is consumed after its caller was told that the store is unavailable is given back, once")
    void consumedLate() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisTokenStore store = records.tokens();
            RedisTokenStore hasty =
                    new RedisTokenStore(records.access().timeout(Duration.ofMillis(200)), records.prefix());
            store.consume(store.issue(BINDING, LIFETIME).token(), BINDING); // the server knows the script
            OneTimeToken token = store.issue(BINDING, LIFETIME).token();
            redis.command("CLIENT", "PAUSE", PAUSE, "WRITE");
            assertThatThrownBy(() -> hasty.consume(token, BINDING)).isInstanceOf(StoreUnavailableException.class);
            redis.command("CLIENT", "UNPAUSE");
            assertThat(store.consume(token, BINDING)).isEqualTo(CONSUMED); // behind it on the connection
            assertThat(store.consume(token, BINDING)).isEqualTo(REFUSED);
        }
    }

    @Test
    @DisplayName("B-23 a signed token that is marked after its caller was told so is good again, once")
    void markedLate() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            ImmediateTokenStore store = signed(records);
            store.consume(store.issue(BINDING, LIFETIME).token(), BINDING); // the server knows the script
            OneTimeToken token = store.issue(BINDING, LIFETIME).token();
            TokenHash hash = TokenHash.of(token, BINDING);
            RedisUsedMarks hasty =
                    new RedisUsedMarks(records.access().timeout(Duration.ofMillis(200)), records.prefix());
            redis.command("CLIENT", "PAUSE", PAUSE, "WRITE");
            assertThatThrownBy(() -> hasty.mark(hash, Instant.now())).isInstanceOf(StoreUnavailableException.class);
            redis.command("CLIENT", "UNPAUSE");
            assertThat(store.consume(token, BINDING)).isEqualTo(CONSUMED);
            assertThat(store.consume(token, BINDING)).isEqualTo(REFUSED);
        }
    }
}
