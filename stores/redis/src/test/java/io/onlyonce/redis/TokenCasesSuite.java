package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Scope;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.Issued;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TokenTerms;
import io.onlyonce.token.UsedMarks.Marking;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is Redis' own in {@link RedisTokenStore} and {@link RedisUsedMarks}, on any server: keys, expiries, calls. */
abstract class TokenCasesSuite {
    static final TokenBinding BINDING = TokenBinding.of("create-order", Scope.of("alice"));
    static final Duration LIFETIME = Duration.ofMinutes(10);

    private final Records records;
    private final RedisTokenStore store;

    TokenCasesSuite(Records records) {
        this.records = records;
        this.store = records.tokens();
    }

    @BeforeEach
    void clear() {
        records.clear();
    }

    private long usesLeft(OneTimeToken token) {
        return records.all(TokenHash.of(token, BINDING)).entrySet().stream()
                .filter(field -> Bytes.text(field.getKey()).equals("uses"))
                .mapToLong(field -> Bytes.number(field.getValue()))
                .sum();
    }

    @Test
    @DisplayName("B-13 the key is the prefix and the hash of token and binding, in braces")
    void key() {
        OneTimeToken token = store.issue(BINDING, LIFETIME).token();
        assertThat(records.keys())
                .singleElement()
                .satisfies(key -> assertThat(Bytes.text(key))
                        .matches("\\Q" + records.prefix() + "\\E\\{[0-9a-f]{64}\\}")
                        .doesNotContain(token.text()));
    }

    @Test
    @DisplayName("B-42 a token's key has the token's expiry, by Redis' clock, and keeps it when it is used")
    void expiry() {
        long before = records.now() / 1000;
        Issued issued = store.issue(BINDING, LIFETIME);
        long after = records.now() / 1000;
        assertThat(issued.expiresAt().toEpochMilli())
                .isBetween(before + LIFETIME.toMillis(), after + LIFETIME.toMillis());
        TokenHash hash = TokenHash.of(issued.token(), BINDING);
        assertThat(records.timeToLive(hash)).isBetween(LIFETIME.toMillis() / 2, LIFETIME.toMillis());
        store.consume(issued.token(), BINDING);
        assertThat(records.timeToLive(hash)).isBetween(LIFETIME.toMillis() / 2, LIFETIME.toMillis());
        store.consume(issued.token(), BINDING);
        assertThat(records.timeToLive(hash)).isBetween(LIFETIME.toMillis() / 2, LIFETIME.toMillis());
    }

    @Test
    @DisplayName("a token that nobody uses is gone with its expiry, without a purge")
    void gone() {
        OneTimeToken token = store.issue(BINDING, Duration.ofSeconds(1)).token();
        CasesSuite.await().until(() -> records.keys().isEmpty());
        assertThat(store.consume(token, BINDING)).isEqualTo(new Consumption.Refused());
        assertThat(records.keys()).as("a refused attempt leaves nothing").isEmpty();
    }

    @Test
    @DisplayName("a token of 250 uses is consumed 250 times, and its hash does not grow with them")
    void manyUses() {
        OneTimeToken token = store.issue(BINDING, new TokenTerms(LIFETIME, 250)).token();
        for (int i = 0; i < 250; i++) {
            assertThat(store.consume(token, BINDING)).isEqualTo(new Consumption.Consumed());
        }
        assertThat(store.consume(token, BINDING)).isEqualTo(new Consumption.Refused());
        assertThat(records.all(TokenHash.of(token, BINDING)).values())
                .allSatisfy(value -> assertThat(value).hasSizeLessThanOrEqualTo(1600));
    }

    @Test
    @DisplayName("B-23 a repeated call takes no second use though 60 others came between, and gives back only its own")
    void repeatedCall() {
        OneTimeToken token = store.issue(BINDING, new TokenTerms(LIFETIME, 100)).token();
        byte[] key = records.at(TokenHash.of(token, BINDING));
        byte[] call = Bytes.newCall();
        assertThat(records.access().count(Script.CONSUME, key, call)).isEqualTo(1);
        for (int i = 0; i < 60; i++) {
            store.consume(token, BINDING);
        }
        assertThat(records.access().count(Script.CONSUME, key, call)).isEqualTo(1);
        assertThat(usesLeft(token)).isEqualTo(39);
        assertThat(records.access().count(Script.RESTORE, key, Bytes.newCall())).isZero();
        assertThat(usesLeft(token)).isEqualTo(39);
        assertThat(records.access().count(Script.RESTORE, key, call)).isEqualTo(1);
        assertThat(records.access().count(Script.RESTORE, key, call)).isZero();
        assertThat(usesLeft(token)).isEqualTo(40);
    }

    @Test
    @DisplayName("B-11 a late copy of the call that issued a token does not make it good again")
    void lateIssue() {
        Issued issued = store.issue(BINDING, LIFETIME);
        byte[] key = records.at(TokenHash.of(issued.token(), BINDING));
        assertThat(store.consume(issued.token(), BINDING)).isEqualTo(new Consumption.Consumed());
        assertThat(records.access().count(Script.ISSUE, key, Bytes.of(1), Bytes.millis(LIFETIME)))
                .isEqualTo(issued.expiresAt().toEpochMilli());
        assertThat(store.consume(issued.token(), BINDING)).isEqualTo(new Consumption.Refused());
    }

    @Test
    @DisplayName("B-11 a mark outlives the time that was asked for, also where a slow clock asked for one that is over")
    void markOutlives() {
        long hour = Duration.ofHours(1).toMillis();
        TokenHash token = TokenHash.of(OneTimeToken.random(), BINDING);
        Instant until = Instant.now().plus(LIFETIME);
        assertThat(records.marks().mark(token, until)).isEqualTo(Marking.FIRST);
        assertThat(records.timeToLive(token)).isGreaterThan(hour + LIFETIME.toMillis() / 2);
        assertThat(records.marks().mark(token, until)).isEqualTo(Marking.ALREADY);
        TokenHash late = TokenHash.of(OneTimeToken.random(), BINDING);
        assertThat(records.marks().mark(late, Instant.EPOCH)).isEqualTo(Marking.FIRST);
        assertThat(records.timeToLive(late)).isBetween(hour / 2, hour);
        assertThat(records.marks().mark(late, Instant.EPOCH)).isEqualTo(Marking.ALREADY);
    }

    @Test
    @DisplayName("B-11 a signed token is used once though the instance's clock is half an hour behind Redis' own")
    void slowInstance() {
        ImmediateTokenStore slow =
                TokenSuites.Signed.signed(() -> Instant.now().minus(30, ChronoUnit.MINUTES), records);
        OneTimeToken token = slow.issue(BINDING, LIFETIME).token();
        assertThat(slow.consume(token, BINDING)).isEqualTo(new Consumption.Consumed());
        assertThat(slow.consume(token, BINDING)).isEqualTo(new Consumption.Refused());
    }
}
