package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Verification.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a verifier must do besides, whose provider puts signature and time of sending into headers: look at each of them, and refuse what was recorded. The pupil tolerates
 * five minutes.
 */
public abstract class SignedHeadersContract extends CallbackVerifierContract {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    /** The headers without which, and with any change of which, nothing is verified. */
    protected abstract Set<String> signedHeaders();

    /** The same callback with another time of sending, and the signature that it had. */
    protected abstract SignedCallback redated(SignedCallback callback, Instant time);

    @Test
    @DisplayName("each one-bit change of each signed header is refused")
    void headerBits() {
        SignedCallback callback = paid(TOLD, NOW);
        for (String header : signedHeaders()) {
            int bits = callback.value(header).length() * Byte.SIZE;
            for (int bit = 0; bit < bits; bit++) {
                assertRefused(
                        "bit " + bit + " of " + header + " turned",
                        callback.withHeaderBit(header, bit).request());
            }
        }
    }

    @Test
    @DisplayName("a signed header that is missing, empty or there twice is refused, and nothing is thrown")
    void headers() {
        SignedCallback callback = paid(TOLD, NOW);
        for (String header : signedHeaders()) {
            String value = callback.value(header);
            List<List<String>> others = List.of(
                    List.of(),
                    List.of(""),
                    List.of(" "),
                    List.of(value, value),
                    List.of(value, "x"),
                    List.of("x", value));
            for (List<String> other : others) {
                assertRefused(header + " comes as " + other.size(), callback.requestWith(Map.of(header, other)));
            }
        }
    }

    @Test
    @DisplayName("a signed header's name may come in any case")
    void headerCase() {
        SignedCallback callback = paid(TOLD, NOW);
        Map<String, String> upper = new LinkedHashMap<>();
        Map<String, String> lower = new LinkedHashMap<>();
        callback.headers().forEach((name, value) -> {
            upper.put(name.toUpperCase(Locale.ROOT), value);
            lower.put(name.toLowerCase(Locale.ROOT), value);
        });
        assertThat(assertGenuine(new SignedCallback(callback.body(), upper)))
                .isEqualTo(assertGenuine(new SignedCallback(callback.body(), lower)))
                .isEqualTo(assertGenuine(callback));
    }

    @Test
    @DisplayName("one notice's body with another's headers is refused")
    void mixed() {
        SignedCallback one = paid(TOLD, NOW);
        SignedCallback other = paid(new Told("notice-4712", "P202603010002", "tx-0816", TOLD.amount()), NOW);
        assertGenuine(other);
        assertRefused("another's headers", one.withBody(other.body()).request());
    }

    @Test
    @DisplayName("a signed header of garbage is refused, and nothing is thrown")
    void garbageInHeaders() {
        SignedCallback callback = paid(TOLD, NOW);
        Random random = new Random(4712);
        for (int round = 0; round < 2000; round++) {
            for (String header : signedHeaders()) {
                char[] chars = new char[random.nextInt(300)];
                for (int i = 0; i < chars.length; i++) {
                    chars[i] = (char) random.nextInt(round % 2 == 0 ? 0x80 : 0x10000);
                }
                assertRefused(
                        header + " of garbage",
                        callback.withHeader(header, new String(chars)).request());
            }
        }
    }

    @Test
    @DisplayName("what was signed up to five minutes ago, or ahead, is genuine")
    void insideTheWindow() {
        SignedCallback callback = paid(TOLD, NOW);
        for (Duration away : List.of(Duration.ZERO, Duration.ofSeconds(1), TOLERANCE)) {
            setNow(NOW.plus(away));
            assertGenuine(callback);
            setNow(NOW.minus(away));
            assertGenuine(callback);
        }
    }

    @Test
    @DisplayName("what was signed more than five minutes ago is refused: it may be recorded")
    void stale() {
        SignedCallback callback = paid(TOLD, NOW);
        for (Duration age : List.of(TOLERANCE.plusSeconds(1), Duration.ofHours(1), Duration.ofDays(3650))) {
            setNow(NOW.plus(age));
            assertThat(assertRefused("one of " + age + " ago", callback.request())
                            .reason())
                    .isEqualTo(Reason.TIMESTAMP);
        }
    }

    @Test
    @DisplayName("what is signed more than five minutes ahead is refused: it would be good for longer")
    void future() {
        SignedCallback callback = paid(TOLD, NOW);
        for (Duration ahead : List.of(TOLERANCE.plusSeconds(1), Duration.ofHours(1), Duration.ofDays(3650))) {
            setNow(NOW.minus(ahead));
            assertThat(assertRefused("one of " + ahead + " ahead", callback.request())
                            .reason())
                    .isEqualTo(Reason.TIMESTAMP);
        }
    }

    @Test
    @DisplayName("what was recorded and is sent again under a new time is refused by its signature")
    void replayed() {
        SignedCallback callback = paid(TOLD, NOW);
        Instant later = NOW.plus(Duration.ofHours(1));
        setNow(later);
        assertThat(assertRefused(
                                "a recording under a new time",
                                redated(callback, later).request())
                        .reason())
                .isEqualTo(Reason.SIGNATURE);
        setNow(NOW);
        for (int seconds = 1; seconds <= TOLERANCE.toSeconds(); seconds++) {
            assertRefused(
                    "one redated by " + seconds + " s",
                    redated(callback, NOW.plusSeconds(seconds)).request());
        }
    }
}
