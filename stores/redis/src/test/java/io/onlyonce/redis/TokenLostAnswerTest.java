package io.onlyonce.redis;

import static io.onlyonce.redis.TokenCasesSuite.BINDING;
import static io.onlyonce.redis.TokenCasesSuite.LIFETIME;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.Issued;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TokenTerms;
import io.onlyonce.token.UsedMarks.Marking;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** B-23: a token's script was executed, and its answer did not arrive. */
class TokenLostAnswerTest {
    private static final Consumption CONSUMED = new Consumption.Consumed();
    private static final Consumption REFUSED = new Consumption.Refused();

    private static PrivateRedis redis;
    private static LossyProxy proxy;
    private static RedisClient client;
    private static Records outside;

    private RedisAccess access;
    private RedisTokenStore store;
    private int lostBefore;

    @BeforeAll
    static void open() throws IOException {
        redis = TestServers.privateRedis();
        proxy = new LossyProxy(redis.port());
        client = RedisClient.create(proxy.uri());
        outside = Records.on(redis.uri(), "shop:");
        // so that an answer that is lost is that of the script, and not that it is not known
        OneTimeToken token = outside.tokens().issue(BINDING, LIFETIME).token();
        outside.tokens().consume(token, BINDING);
        outside.marks().mark(TokenHash.of(token, BINDING), Instant.now());
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
        access = RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)).timeout(Duration.ofSeconds(20));
        store = new RedisTokenStore(access, "shop:");
        lostBefore = proxy.lost();
        proxy.loseNext();
    }

    @AfterEach
    void anAnswerWasLost() {
        assertThat(proxy.lost()).as("answers lost so far").isGreaterThan(lostBefore);
    }

    @Test
    @DisplayName("B-23 a consumption whose answer was lost is the caller's all the same, and nobody else's")
    void consume() {
        OneTimeToken token = outside.tokens().issue(BINDING, LIFETIME).token();
        assertThat(store.consume(token, BINDING)).isEqualTo(CONSUMED);
        assertThat(store.consume(token, BINDING)).isEqualTo(REFUSED);
        assertThat(outside.tokens().consume(token, BINDING)).isEqualTo(REFUSED);
    }

    @Test
    @DisplayName("B-23 a lost answer costs a token of three uses one of them, not two")
    void severalUses() {
        OneTimeToken token =
                outside.tokens().issue(BINDING, new TokenTerms(LIFETIME, 3)).token();
        assertThat(store.consume(token, BINDING)).isEqualTo(CONSUMED);
        assertThat(outside.tokens().consume(token, BINDING)).isEqualTo(CONSUMED);
        assertThat(outside.tokens().consume(token, BINDING)).isEqualTo(CONSUMED);
        assertThat(outside.tokens().consume(token, BINDING)).isEqualTo(REFUSED);
    }

    @Test
    @DisplayName("B-23 a refusal whose answer was lost is a refusal")
    void refuse() {
        assertThat(store.consume(OneTimeToken.random(), BINDING)).isEqualTo(REFUSED);
        assertThat(outside.keys()).isEmpty();
    }

    @Test
    @DisplayName("B-23 an issue whose answer was lost puts one token down, with the expiry that is told")
    void issue() {
        Issued issued = store.issue(BINDING, LIFETIME);
        assertThat(outside.keys()).hasSize(1);
        assertThat(outside.timeToLive(TokenHash.of(issued.token(), BINDING))).isPositive();
        assertThat(outside.tokens().consume(issued.token(), BINDING)).isEqualTo(CONSUMED);
        assertThat(outside.tokens().consume(issued.token(), BINDING)).isEqualTo(REFUSED);
    }

    @Test
    @DisplayName("B-23 a mark whose answer was lost is the first one, and the next call's is not")
    void mark() {
        TokenHash token = TokenHash.of(OneTimeToken.random(), BINDING);
        RedisUsedMarks marks = new RedisUsedMarks(access, "shop:");
        assertThat(marks.mark(token, Instant.now())).isEqualTo(Marking.FIRST);
        assertThat(marks.mark(token, Instant.now())).isEqualTo(Marking.ALREADY);
        assertThat(outside.marks().mark(token, Instant.now())).isEqualTo(Marking.ALREADY);
    }
}
