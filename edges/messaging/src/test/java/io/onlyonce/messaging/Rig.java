package io.onlyonce.messaging;

import io.onlyonce.probe.Probe;
import io.onlyonce.record.RefusedRecords;

/** The stores that a suite runs on, and what the tests see of them from outside. */
public interface Rig extends AutoCloseable {
    /** A new instance of the application, with an engine of its own. */
    Node node(Probe probe);

    /** The same, with nobody watching. */
    default Node node() {
        return node(Probe.NONE);
    }

    /** How many effects of this name are committed. */
    long effects(String name);

    /** The records, to take refusals back. */
    RefusedRecords records();

    @Override
    void close();
}
