package io.onlyonce.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Scope;
import io.onlyonce.memory.MemoryUsedMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Signed tokens over random bindings, ids, lifetimes and tampering. */
class SignedTokensPropertyTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.123456789Z");
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final Duration LEEWAY = Duration.ofSeconds(30);
    private static final Consumption CONSUMED = new Consumption.Consumed();
    private static final Consumption REFUSED = new Consumption.Refused();

    private static SigningKey key(String id, int seed) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) seed);
        return new SigningKey(id, secret);
    }

    /** The tokens of an instance whose clock shows this time; each has marks of its own, so only the signature decides. */
    private static ImmediateTokenStore at(Instant time, SigningKeys keys) {
        return new SignedTokens(keys, LEEWAY, () -> time).markedAtOnce(new MemoryUsedMarks(() -> time));
    }

    private static ImmediateTokenStore now() {
        return at(NOW, SigningKeys.of(key("k1", 1)));
    }

    @Provide
    Arbitrary<TokenBinding> bindings() {
        Arbitrary<String> words = Arbitraries.strings()
                .withChars("ab/ %1")
                .ofMinLength(1)
                .ofMaxLength(4)
                .filter(word -> !word.isBlank());
        return Combinators.combine(words, words, words.injectNull(0.3))
                .as((purpose, subject, target) -> new TokenBinding(purpose, new Scope(subject), target));
    }

    @Property(tries = 500)
    @Label("B-13 a signed token is good for its own binding and for no other")
    void boundToItsBinding(@ForAll("bindings") TokenBinding own, @ForAll("bindings") TokenBinding other) {
        OneTimeToken token = now().issue(own, LIFETIME).token();
        assertThat(now().consume(token, other)).isEqualTo(own.equals(other) ? CONSUMED : REFUSED);
        assertThat(now().consume(token, own)).isEqualTo(CONSUMED);
    }

    @Property(tries = 100)
    @Label("B-13 whichever bit of a signed token is flipped, it is refused")
    void everyBit(@ForAll("bindings") TokenBinding binding) {
        OneTimeToken token = now().issue(binding, LIFETIME).token();
        byte[] bytes = Base64.getUrlDecoder().decode(token.text());
        ImmediateTokenStore store = now();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(store.consume(OneTimeToken.ofBytes(flipped), binding))
                    .as("bit %d", bit)
                    .isEqualTo(REFUSED);
        }
        assertThat(store.consume(token, binding)).isEqualTo(CONSUMED);
    }

    @Property(tries = 200)
    @Label(
            "B-13 a signed token has one text: whichever ASCII character is changed, also in bits that carry nothing, it is refused")
    void everyCharacter(
            @ForAll @IntRange(min = 1, max = 16) int idLength,
            @ForAll @IntRange(max = 500) int place,
            @ForAll @IntRange(min = 0x21, max = 0x7E) int character) {
        SigningKeys keys = SigningKeys.of(key("k".repeat(idLength), 1));
        TokenBinding binding = TokenBinding.of("p", Scope.of("s"));
        String text = at(NOW, keys).issue(binding, LIFETIME).token().text();
        for (int i : new int[] {place % text.length(), text.length() - 1}) {
            Assume.that(text.charAt(i) != (char) character);
            String changed = text.substring(0, i) + (char) character + text.substring(i + 1);
            assertThat(at(NOW, keys).consume(OneTimeToken.presented(changed), binding))
                    .isEqualTo(REFUSED);
        }
        assertThat(at(NOW, keys).consume(OneTimeToken.presented(text), binding)).isEqualTo(CONSUMED);
    }

    @Property(tries = 500)
    @Label("bytes that nobody signed are refused, whatever their length and however much they look like a token")
    void noise(@ForAll byte[] noise, @ForAll @IntRange(max = 40) int idLength) {
        byte[] shaped = Arrays.copyOf(noise, 58 + idLength);
        shaped[0] = 1;
        shaped[1] = (byte) idLength;
        for (byte[] bytes : List.of(noise, shaped)) {
            OneTimeToken token = OneTimeToken.presented(
                    Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
            assertThat(now().consume(token, TokenBinding.of("p", Scope.of("s"))))
                    .isEqualTo(REFUSED);
        }
    }

    @Property(tries = 500)
    @Label("a signed token is good until its expiry and the leeway, to the millisecond, and not after")
    void expiry(
            @ForAll @LongRange(min = 1000, max = 86_400_000) long lifetime,
            @ForAll @LongRange(min = -5, max = 5) long off) {
        TokenBinding binding = TokenBinding.of("p", Scope.of("s"));
        SigningKeys keys = SigningKeys.of(key("k1", 1));
        Issued issued = at(NOW, keys).issue(binding, Duration.ofMillis(lifetime));
        Instant end = issued.expiresAt().plus(LEEWAY);
        assertThat(at(end.plusMillis(off), keys).consume(issued.token(), binding))
                .isEqualTo(off < 0 ? CONSUMED : REFUSED);
        assertThat(Duration.between(NOW, issued.expiresAt()))
                .isBetween(Duration.ofMillis(lifetime - 1), Duration.ofMillis(lifetime));
    }

    @Property(tries = 300)
    @Label(
            "rotation: tokens of the older keys that are kept are good, those of a dropped key or of another secret of the same name are not")
    void rotation(@ForAll @IntRange(min = 1, max = 6) int signer, @ForAll @IntRange(max = 6) int kept) {
        TokenBinding binding = TokenBinding.of("p", Scope.of("s"));
        OneTimeToken token = at(NOW, SigningKeys.of(key("k" + signer, signer)))
                .issue(binding, LIFETIME)
                .token();
        List<SigningKey> older =
                IntStream.rangeClosed(1, kept).mapToObj(id -> key("k" + id, id)).toList();
        SigningKeys rotated = new SigningKeys(key("now", 100), older);
        assertThat(at(NOW, rotated).consume(token, binding)).isEqualTo(signer <= kept ? CONSUMED : REFUSED);
        assertThat(at(NOW, SigningKeys.of(key("k" + signer, 99))).consume(token, binding))
                .isEqualTo(REFUSED);
    }
}
