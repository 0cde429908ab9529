package io.onlyonce.guide;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Component;

@Component
class DecisionCounter implements Probe {
    final Map<Decision.Kind, LongAdder> counts = new ConcurrentHashMap<>();

    @Override
    public void reached(Point point, RecordKey key) {}

    @Override
    public void decided(Decision decision) {
        counts.computeIfAbsent(decision.kind(), kind -> new LongAdder()).increment();
    }
}
