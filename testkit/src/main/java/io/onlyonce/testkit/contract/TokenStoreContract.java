package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.onlyonce.Scope;
import io.onlyonce.testkit.Herd;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.Issued;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link io.onlyonce.token.TokenStore}, stored or signed, transactional or immediate. A store's test gives {@link #tokens()}, {@link
 * #expire} and {@link #dump()}.
 */
public abstract class TokenStoreContract extends TokenFixture {
    private static final int HERD = 50;
    private static final int ROUNDS = 50;
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    @Test
    @DisplayName("a token that was issued is consumed once; then it is refused")
    void consumedOnce() {
        OneTimeToken token = issued();
        assertConsumed(token, binding());
        assertRefused(token, binding());
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("a token expires when it was said to, by a clock that is near ours")
    void lifetime() {
        Issued issued = tokens().issue(binding(), LIFETIME);
        assertThat(issued.expiresAt())
                .as("a clock in another zone is hours away")
                .isCloseTo(Instant.now().plus(LIFETIME), within(5, ChronoUnit.MINUTES));
    }

    @Test
    @DisplayName("B-13 tokens are long, differ in many places, and go into a URL, a header and a form as they are")
    void unguessable() {
        Set<OneTimeToken> all = new HashSet<>();
        Set<String> heads = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            OneTimeToken token = issued();
            assertThat(token.text()).matches("[A-Za-z0-9_-]{43,}").hasSizeLessThanOrEqualTo(OneTimeToken.MAX_LENGTH);
            all.add(token);
            heads.add(token.text().substring(token.text().length() - 20));
        }
        assertThat(all).hasSize(500);
        assertThat(heads).as("120 bits out of each").hasSize(500);
    }

    @Test
    @DisplayName("B-13 somebody else's token is refused and not used up")
    void otherSubject() {
        refusedElsewhere(new TokenBinding("create-order", Scope.of("somebody", "else"), null));
    }

    @Test
    @DisplayName("B-13 a token from before the login is refused after it, where the session is part of the subject")
    void otherSession() {
        Scope before = new Scope(binding().subject() + "/session-1");
        Scope after = new Scope(binding().subject() + "/session-2");
        OneTimeToken token = tokens().issue(TokenBinding.of("create-order", before), LIFETIME)
                .token();
        assertRefused(token, TokenBinding.of("create-order", after));
        assertRefused(token, TokenBinding.of("create-order", binding().subject()));
        assertConsumed(token, TokenBinding.of("create-order", before));
    }

    @Test
    @DisplayName("B-13 a token for another form is refused there and not used up")
    void otherPurpose() {
        refusedElsewhere(TokenBinding.of("cancel-order", binding().subject()));
        refusedElsewhere(TokenBinding.of("Create-order", binding().subject()));
        refusedElsewhere(TokenBinding.of("create-order ", binding().subject()));
    }

    @Test
    @DisplayName("B-13 a token for order 1 is refused at order 2, at order \"1 \", and where no order is named")
    void otherTarget() {
        TokenBinding first = binding().on("1");
        for (TokenBinding other : List.of(binding().on("2"), binding().on("1 "), binding())) {
            OneTimeToken token = tokens().issue(first, LIFETIME).token();
            assertRefused(token, other);
            assertConsumed(token, first);
        }
        refusedElsewhere(first);
    }

    @Test
    @DisplayName("B-13 purpose, subject and target cannot be shifted into each other")
    void glue() {
        OneTimeToken token = tokens().issue(new TokenBinding("a", Scope.of("b"), "c"), LIFETIME)
                .token();
        for (TokenBinding other : List.of(
                new TokenBinding("ab", Scope.of("c"), null),
                new TokenBinding("a", Scope.of("bc"), null),
                new TokenBinding("a", Scope.of("c"), "b"),
                new TokenBinding("b", Scope.of("a"), "c"))) {
            assertRefused(token, other);
        }
        assertConsumed(token, new TokenBinding("a", Scope.of("b"), "c"));
    }

    @Test
    @DisplayName("B-13 a token that was changed in one character, wherever, is refused; the true one is not used up")
    void oneCharacter() {
        OneTimeToken token = issued();
        String text = token.text();
        for (int i = 0; i < text.length(); i++) {
            char sent = text.charAt(i);
            for (int bit = 0; bit < 6; bit++) {
                assertRefused(with(text, i, ALPHABET.charAt(ALPHABET.indexOf(sent) ^ 1 << bit)), binding());
            }
            if (Character.isLetter(sent)) {
                assertRefused(with(text, i, (char) (sent ^ 0x20)), binding());
            }
        }
        assertConsumed(token, binding());
    }

    @Test
    @DisplayName(
            "B-13 guessed, empty, over-long, cut, doubled, in other letters, no token at all: refused like an unknown one")
    void nonsense() {
        OneTimeToken token = issued();
        String text = token.text();
        for (String nonsense : List.of(
                "",
                " ",
                "x",
                "0",
                "x".repeat(43),
                "x".repeat(512),
                "x".repeat(513),
                "x".repeat(1 << 20),
                text + text,
                text + "=",
                text + " ",
                text + "\0",
                " " + text,
                text.substring(1),
                text.substring(0, text.length() - 1),
                "%",
                "' OR 1=1 --",
                "ключ",
                "\uD800")) {
            assertRefused(OneTimeToken.presented(nonsense), binding());
        }
        assertRefused(OneTimeToken.presented(null), binding());
        assertConsumed(token, binding());
    }

    @Test
    @DisplayName("B-13 a token that comes in two places with different texts is neither of them")
    void twoPlaces() {
        OneTimeToken token = issued();
        assertRefused(OneTimeToken.presentedIn(List.of(token.text(), issued().text())), binding());
        assertRefused(OneTimeToken.presentedIn(List.of()), binding());
        assertConsumed(OneTimeToken.presentedIn(List.of(token.text(), token.text())), binding());
    }

    @Test
    @DisplayName("an expired token is refused, and takes no other one with it")
    void expired() {
        OneTimeToken lasting = tokens().issue(binding(), LONG_LIFETIME).token();
        OneTimeToken token = issued();
        expire(token, binding());
        assertRefused(token, binding());
        assertConsumed(lasting, binding());
    }

    @Test
    @DisplayName("a token that was used is refused after its expiry as well")
    void expiredAfterUse() {
        OneTimeToken token = issued();
        assertConsumed(token, binding());
        expire(token, binding());
        assertRefused(token, binding());
    }

    @Test
    @DisplayName("B-13 neither the store nor anything's text holds a token in clear")
    void nothingInClear() {
        Issued unused = tokens().issue(binding(), LIFETIME);
        Issued used = tokens().issue(binding(), LIFETIME);
        assertConsumed(used.token(), binding());
        String dump = dump();
        assertThat(dump).as("something is kept").isNotBlank();
        for (Issued issued : List.of(unused, used)) {
            String text = issued.token().text();
            byte[] raw = Base64.getUrlDecoder().decode(text);
            assertThat(dump)
                    .doesNotContain(text)
                    .doesNotContainIgnoringCase(HexFormat.of().formatHex(raw))
                    .doesNotContainIgnoringCase(HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII)));
            assertThat(issued.toString() + issued.token()).doesNotContain(text);
        }
    }

    @Test
    @DisplayName("a lifetime of nothing, and one of two years, are refused before a token is issued")
    void lifetimeAtTheEdges() {
        for (Duration lifetime : List.of(Duration.ZERO, Duration.ofMillis(999), Duration.ofDays(732))) {
            assertThatThrownBy(() -> tokens().store().issue(binding(), lifetime))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(lifetime.toString());
        }
    }

    @Test
    @DisplayName("B-11 the race: 50 rounds of one token and 50 who try to consume it at once: exactly one does")
    void race() {
        for (int round = 0; round < ROUNDS; round++) {
            OneTimeToken token = issued();
            assertThat(winners(token, HERD)).as("consumers in round %d", round).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-11 one hundred who try to consume one token at once: exactly one does")
    void raceOfOneHundred() {
        OneTimeToken token = issued();
        assertThat(winners(token, 100)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-11 the race again, with strangers in between: the strangers get nothing and take nothing away")
    void raceWithStrangers() {
        TokenBinding stranger = TokenBinding.of("create-order", Scope.of("stranger"));
        for (int round = 0; round < ROUNDS; round++) {
            OneTimeToken token = issued();
            List<Consumption> ends =
                    Herd.of(HERD / 2).runAll(member -> tokens().consume(token, member % 2 == 0 ? stranger : binding()));
            AtomicInteger member = new AtomicInteger();
            assertThat(ends).allSatisfy(end -> {
                if (member.getAndIncrement() % 2 == 0) {
                    assertThat(end).isEqualTo(new Consumption.Refused());
                }
            });
            assertThat(ends)
                    .filteredOn(Consumption.Consumed.class::isInstance)
                    .as("consumers in round %d", round)
                    .hasSize(1);
        }
    }

    private static OneTimeToken with(String text, int place, char changed) {
        return OneTimeToken.presented(text.substring(0, place) + changed + text.substring(place + 1));
    }

    /** How many of a herd consumed the token. */
    private long winners(OneTimeToken token, int herd) {
        return Herd.of(herd).runAll(member -> tokens().consume(token, binding())).stream()
                .filter(Consumption.Consumed.class::isInstance)
                .count();
    }

    private void refusedElsewhere(TokenBinding other) {
        OneTimeToken token = issued();
        assertRefused(token, other);
        assertRefused(token, other);
        assertConsumed(token, binding());
    }
}
