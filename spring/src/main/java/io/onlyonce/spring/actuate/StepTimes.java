package io.onlyonce.spring.actuate;

import io.onlyonce.probe.Point;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Times the steps of the calls under way: from point to point, each call on its own thread, calls inside of calls apart. Thread-safe.
 */
final class StepTimes {
    private final ThreadLocal<Map<RecordKey, Mark>> marks = ThreadLocal.withInitial(HashMap::new);
    private final AtomicInteger working = new AtomicInteger();

    /** The last point that a call came to, and whether its work has begun. */
    private record Mark(long nanos, boolean working) {}

    /** A step that has ended. */
    record Ended(String step, Duration took) {}

    /** The step that ends at this point; none where the first one begins. */
    Optional<Ended> reached(Point point, RecordKey key) {
        long now = System.nanoTime();
        Map<RecordKey, Mark> mine = marks.get();
        Mark before = mine.get(key);
        boolean worked = before != null && before.working();
        boolean works = worked || point == Point.CLAIMED;
        if (works && !worked) {
            working.incrementAndGet();
        }
        mine.put(key, new Mark(now, works));
        String step = nameOf(point);
        return step == null || before == null || !works // a replay that was found in the store commits, too
                ? Optional.empty()
                : Optional.of(new Ended(step, Duration.ofNanos(now - before.nanos())));
    }

    private static @Nullable String nameOf(Point point) {
        return switch (point) {
            case BEFORE_CLAIM -> null;
            case CLAIMED -> "claim";
            case WORKED -> "work";
            case COMPLETED -> "complete";
            case COMMITTED -> "commit";
        };
    }

    /** The call is over. */
    void ended(RecordKey key) {
        Map<RecordKey, Mark> mine = marks.get();
        Mark last = mine.remove(key);
        if (last != null && last.working()) {
            working.decrementAndGet();
        }
        if (mine.isEmpty()) {
            marks.remove();
        }
    }

    /** How many calls run their work just now. */
    int working() {
        return working.get();
    }
}
