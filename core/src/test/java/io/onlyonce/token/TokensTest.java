package io.onlyonce.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.TokenRefusedException;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTokenStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.memory.MemoryUsedMarks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Misuse of tokens, keys and gates, and what they show of themselves. */
class TokensTest {
    private static final TokenBinding BINDING = TokenBinding.of("create-order", Scope.of("user"));

    private static SigningKey key(String id) {
        return new SigningKey(id, new byte[32]);
    }

    @Test
    @DisplayName("a secret under 32 bytes is refused, and the text does not show it")
    void shortSecret() {
        assertThatThrownBy(() ->
                        new SigningKey("k1", "hunter2-hunter2-hunter2-hunter2".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("k1", "31", "32")
                .message()
                .doesNotContain("hunter2");
    }

    @Test
    @DisplayName("an unusable id, two keys of one id, a leeway out of bounds: refused")
    void keys() {
        for (String id : List.of("", "k 1", "k".repeat(17), "ключ")) {
            assertThatThrownBy(() -> key(id)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new SigningKeys(key("k1"), List.of(key("k2"), key("k1"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("k1");
        for (Duration leeway : List.of(Duration.ofMillis(-1), Duration.ofMinutes(11))) {
            assertThatThrownBy(() -> new SignedTokens(SigningKeys.of(key("k1")), leeway))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("a key that was handed over and then overwritten by its owner still signs")
    void secretIsCopied() {
        byte[] secret = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        SigningKey key = new SigningKey("k1", secret);
        ImmediateTokenStore store =
                new SignedTokens(SigningKeys.of(key), Duration.ZERO).markedAtOnce(new MemoryUsedMarks());
        OneTimeToken token = store.issue(BINDING, Duration.ofMinutes(1)).token();
        Arrays.fill(secret, (byte) 0);
        assertThat(store.consume(token, BINDING)).isEqualTo(new Consumption.Consumed());
        assertThat(key).hasToString("SigningKey[k1]");
    }

    @Test
    @DisplayName("a mark is kept until the token is refused by every clock within the leeway")
    void marksOutliveTokens() {
        List<Instant> kept = new ArrayList<>();
        ImmediateUsedMarks marks = (token, until) -> {
            kept.add(until);
            return UsedMarks.Marking.FIRST;
        };
        ImmediateTokenStore store =
                new SignedTokens(SigningKeys.of(key("k1")), Duration.ofMinutes(2)).markedAtOnce(marks);
        Issued issued = store.issue(BINDING, Duration.ofMinutes(1));
        assertThat(store.consume(issued.token(), BINDING)).isEqualTo(new Consumption.Consumed());
        assertThat(kept)
                .hasSize(1)
                .allSatisfy(
                        until -> assertThat(until).isAfter(issued.expiresAt().plus(Duration.ofMinutes(4))));
    }

    @Test
    @DisplayName("B-13 a signed token that is not genuine does not reach the marks")
    void foreignAttemptMarksNothing() {
        MemoryUsedMarks marks = new MemoryUsedMarks();
        ImmediateTokenStore store = new SignedTokens(SigningKeys.of(key("k1")), Duration.ZERO).markedAtOnce(marks);
        OneTimeToken token = store.issue(BINDING, Duration.ofMinutes(1)).token();
        assertThat(store.consume(token, BINDING.on("1"))).isEqualTo(new Consumption.Refused());
        assertThat(marks.size()).isZero();
    }

    @Test
    @DisplayName("a purpose or target that cannot be kept is refused, with its value")
    void bindings() {
        for (String purpose : List.of("", " ", "a\nb", "p".repeat(201), "цель")) {
            assertThatThrownBy(() -> TokenBinding.of(purpose, Scope.of("s")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("purpose");
        }
        for (String target : List.of("", " ", "a\0b", "t".repeat(513), "\uD800")) {
            assertThatThrownBy(() -> BINDING.on(target))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("target");
        }
        assertThat(BINDING.on("заказ 7").target()).isEqualTo("заказ 7");
    }

    @Test
    @DisplayName("what is presented: only base64url up to 512 characters can be a token")
    void presented() {
        assertThat(OneTimeToken.presented("x".repeat(512)).isWellFormed()).isTrue();
        for (String text : List.of("", "x".repeat(513), "a b", "a=", "a+", "é")) {
            assertThat(OneTimeToken.presented(text).isWellFormed()).as(text).isFalse();
        }
        assertThat(OneTimeToken.presented(null).isWellFormed()).isFalse();
    }

    @Test
    @DisplayName("a gate refuses a leased operation before anything is touched")
    void leased() {
        MemoryTransactions transactions = new MemoryTransactions();
        MemoryTokenStore store = new MemoryTokenStore();
        TokenGate gate =
                new TokenGate(OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions), store);
        Operation<String> leased =
                Operation.named("leased", ResultCodec.text()).guarantee(Guarantee.Leased.of(Duration.ofSeconds(1)));
        OneTimeToken token = store.issue(BINDING, Duration.ofMinutes(1)).token();
        TokenUse use = new TokenUse(token, BINDING, Fingerprint.of("p"));
        assertThatThrownBy(() -> gate.run(leased, use, attempt -> "never")).isInstanceOf(MisuseException.class);
        assertThat(store.consume(token, BINDING)).isEqualTo(new Consumption.Consumed());
    }

    @Test
    @DisplayName("B-13 the refusal has the stable code token-invalid and names no token")
    void refusal() {
        TokenRefusedException refused = new TokenRefusedException();
        assertThat(refused.code()).isEqualTo("token-invalid");
        assertThat(refused).hasMessageContaining("Ask for a new token");
    }
}
