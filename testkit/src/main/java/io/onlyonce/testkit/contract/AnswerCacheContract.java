package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of an {@link AnswerCache}. A cache's test gives {@link #cache()} and {@link #letTimePass}. */
public abstract class AnswerCacheContract {
    private static final Duration DAY = Duration.ofDays(1);

    private final String scope = "tenant/" + UUID.randomUUID();

    /** The cache; the same one each time within a test. */
    protected abstract AnswerCache cache();

    /** Sets the cache's clock on, or waits for as long. */
    protected abstract void letTimePass(Duration time) throws Exception;

    private RecordKey key(String key) {
        return new RecordKey(scope, "order", key);
    }

    private static Answered done(@Nullable String answer, Duration fresh) {
        byte[] bytes = answer == null ? null : answer.getBytes(StandardCharsets.UTF_8);
        return new Answered(Fingerprint.of("payload"), RecordState.COMPLETED, null, bytes, fresh);
    }

    private void assertKnown(RecordKey key, Answered put) {
        assertThat(cache().find(key)).hasValueSatisfying(found -> {
            assertThat(found.fingerprint()).isEqualTo(put.fingerprint());
            assertThat(found.state()).isEqualTo(put.state());
            assertThat(found.refusalCode()).isEqualTo(put.refusalCode());
            assertThat(found.answer()).isEqualTo(put.answer());
        });
    }

    @Test
    @DisplayName("what was put is found, byte for byte, under its key only")
    void found() {
        Answered put = done("order 4711", DAY);
        cache().put(key("k"), put);
        assertKnown(key("k"), put);
        List<RecordKey> others = List.of(
                key("K"),
                key("k "),
                new RecordKey(scope, "Order", "k"),
                new RecordKey(scope + "x", "order", "k"),
                new RecordKey("x", "order", "k"));
        assertThat(others).allSatisfy(other -> assertThat(cache().find(other)).isEmpty());
    }

    @Test
    @DisplayName("answers that were not kept, empty ones, refusals and refused answers are told apart")
    void kinds() {
        Fingerprint fingerprint = Fingerprint.of("p");
        byte[] text = "none left".getBytes(StandardCharsets.UTF_8);
        List<Answered> all = List.of(
                done(null, DAY),
                done("", DAY),
                new Answered(fingerprint, RecordState.REFUSED, "sold-out", text, DAY),
                new Answered(fingerprint, RecordState.REFUSED, "sold-out", null, DAY),
                new Answered(fingerprint, RecordState.REFUSED, null, text, DAY));
        for (int i = 0; i < all.size(); i++) {
            cache().put(key("k" + i), all.get(i));
        }
        for (int i = 0; i < all.size(); i++) {
            assertKnown(key("k" + i), all.get(i));
        }
    }

    @Test
    @DisplayName("B-42 nothing is told beyond its time, and putting it again does not make it older than it is")
    void fresh() throws Exception {
        cache().put(key("short"), done("short", Duration.ofMillis(300)));
        cache().put(key("long"), done("long", DAY));
        letTimePass(Duration.ofMillis(400));
        assertThat(cache().find(key("short"))).isEmpty();
        assertKnown(key("long"), done("long", DAY));
        Answered again = done("short", DAY);
        cache().put(key("short"), again);
        assertKnown(key("short"), again);
    }

    @Test
    @DisplayName("a finished record does not change: the first answer stays")
    void firstStays() {
        Answered first = done("first", DAY);
        cache().put(key("k"), first);
        cache().put(key("k"), done("second", DAY));
        assertKnown(key("k"), first);
    }
}
