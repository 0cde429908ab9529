package io.onlyonce.testkit;

import io.onlyonce.probe.Point;

/** The fault that a {@link FaultProbe} throws: tells an injected failure from a real one. */
public final class InjectedFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Point point;

    InjectedFault(Point point) {
        super("Injected at " + point + " by the test.");
        this.point = point;
    }

    /** Where it was thrown. */
    public Point point() {
        return point;
    }
}
