package io.onlyonce.caffeine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.testkit.contract.AnswerCacheContract;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NearAnswerCacheTest extends AnswerCacheContract {
    private final AtomicLong nanos = new AtomicLong();
    private final NearAnswerCache cache = new NearAnswerCache(1 << 20, nanos::get);

    @Override
    protected AnswerCache cache() {
        return cache;
    }

    @Override
    protected void letTimePass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    @DisplayName(
            "it is bounded by bytes: a thousand answers of 10 kB leave about a hundred in 1 MiB, and none is wrong")
    void bounded() {
        IntStream.range(0, 1000).forEach(i -> {
            byte[] answer = new byte[10_000];
            answer[0] = (byte) i;
            cache.put(key(i), answered(answer));
        });
        assertThat(ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.MINUTES)) // where Caffeine evicts
                .isTrue();
        long left = IntStream.range(0, 1000)
                .filter(i -> cache.find(key(i))
                        .filter(found -> found.answer() != null && found.answer()[0] == (byte) i)
                        .isPresent())
                .count();
        assertThat(left).isBetween(1L, 200L);
        assertThatThrownBy(() -> new NearAnswerCache(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static RecordKey key(int i) {
        return new RecordKey("alice", "order", "k" + i);
    }

    private static Answered answered(byte[] answer) {
        return new Answered(Fingerprint.of("p"), RecordState.COMPLETED, null, answer, Duration.ofDays(1));
    }
}
