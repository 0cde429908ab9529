package io.onlyonce.caffeine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a full cache really takes of the heap. */
class NearAnswerCacheMemoryTest {
    private static final long BOUND = 16 << 20;

    @ParameterizedTest
    @ValueSource(ints = {0, 300, 10_000})
    @DisplayName(
            "A cache that is full takes no more of the heap than it was allowed, and most of it, whatever its answers' size")
    void asAllowed(int answerBytes) {
        long before = used();
        NearAnswerCache cache = new NearAnswerCache(BOUND);
        long given = 0;
        for (int i = 0; given < 3 * BOUND; i++) {
            cache.put(
                    key(i),
                    new Answered(
                            Fingerprint.of("p" + i),
                            RecordState.COMPLETED,
                            null,
                            new byte[answerBytes],
                            Duration.ofDays(1)));
            given += answerBytes + 300;
        }
        assertThat(ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.MINUTES)) // where Caffeine evicts
                .isTrue();
        long taken = used() - before;
        assertThat(taken).isBetween(BOUND / 2, BOUND + BOUND / 50);
        assertThat(cache.find(key(-1))).isEmpty(); // and is alive until here
    }

    private static RecordKey key(int i) {
        return new RecordKey("shop/alice" + i % 100, "order", new UUID(i, i).toString());
    }

    private static long used() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < 3; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }
}
