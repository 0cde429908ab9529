package io.onlyonce.redis;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts how calls ended, by operation. Thread-safe. */
final class Tally implements Probe {
    private record Ended(String operation, Kind kind) {}

    private final ConcurrentMap<Ended, Integer> counts = new ConcurrentHashMap<>();

    @Override
    public void reached(Point point, RecordKey key) {
        // only the ends count
    }

    @Override
    public void decided(Decision decision) {
        counts.merge(new Ended(decision.key().operation(), decision.kind()), 1, Integer::sum);
    }

    int of(String operation, Kind kind) {
        return counts.getOrDefault(new Ended(operation, kind), 0);
    }

    /** Of all operations. */
    int of(Kind kind) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().kind() == kind)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
