package io.onlyonce.testkit;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.util.concurrent.atomic.AtomicInteger;

/** Throws an {@link InjectedFault} when a run comes to a point. Thread-safe. */
public final class FaultProbe implements Probe {
    private final Point point;
    private final AtomicInteger left;

    private FaultProbe(Point point, int times) {
        this.point = point;
        this.left = new AtomicInteger(times);
    }

    /** The first run that comes there fails, later ones pass. */
    public static FaultProbe once(Point point) {
        return new FaultProbe(point, 1);
    }

    /** The first so many runs that come there fail, later ones pass. */
    public static FaultProbe times(Point point, int times) {
        return new FaultProbe(point, times);
    }

    /** Every run that comes there fails. */
    public static FaultProbe always(Point point) {
        return new FaultProbe(point, Integer.MAX_VALUE);
    }

    @Override
    public void reached(Point reached, RecordKey key) {
        if (reached == point && left.getAndUpdate(n -> n == 0 || n == Integer.MAX_VALUE ? n : n - 1) > 0) {
            throw new InjectedFault(point);
        }
    }

    @Override
    public void decided(Decision decision) {}
}
