package io.onlyonce.testkit;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps everything that it is told, in order. Thread-safe. */
public final class RecordingProbe implements Probe {
    private final List<Visit> visits = new CopyOnWriteArrayList<>();
    private final List<Decision> decisions = new CopyOnWriteArrayList<>();

    /** A run that came to a point. */
    public record Visit(Point point, RecordKey key) {}

    @Override
    public void reached(Point point, RecordKey key) {
        visits.add(new Visit(point, key));
    }

    @Override
    public void decided(Decision decision) {
        decisions.add(decision);
    }

    /** The points that runs of this key came to. */
    public List<Point> points(RecordKey key) {
        return visits.stream()
                .filter(visit -> visit.key().equals(key))
                .map(Visit::point)
                .toList();
    }

    /** How calls with this key ended. */
    public List<Decision.Kind> decisions(RecordKey key) {
        return decisions.stream()
                .filter(decision -> decision.key().equals(key))
                .map(Decision::kind)
                .toList();
    }

    /** All decisions. */
    public List<Decision> decisions() {
        return List.copyOf(decisions);
    }
}
