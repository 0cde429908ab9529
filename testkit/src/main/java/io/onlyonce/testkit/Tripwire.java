package io.onlyonce.testkit;

import io.onlyonce.inbox.InboxStore;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.transaction.TransactionRunner;

/**
 * Kills a run at its n-th step: all that it comes by counts, and the n-th throws a {@link Killed}, which nobody handles, as nobody handles a power cut. By counting n up
 * until a run gets through, a test kills between any two of its steps. For one run at a time.
 */
public final class Tripwire implements Probe {
    private int left;
    private boolean cut;

    /** What a killed process does not catch. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed");
        }
    }

    /** Kills at the so-manieth step from now, counted from 1; 0 = never. */
    public void set(int steps) {
        left = steps;
        cut = false;
    }

    /** Whether it has killed since it was set. */
    public boolean hasKilled() {
        return cut;
    }

    /** A step. What is dead takes none. */
    public void step() {
        if (cut || (left > 0 && --left == 0)) {
            cut = true;
            throw new Killed();
        }
    }

    @Override
    public void reached(Point point, RecordKey key) {
        step();
    }

    @Override
    public void decided(Decision decision) {}

    /** An inbox each of whose verbs is preceded and followed by a step. */
    public InboxStore around(InboxStore inbox) {
        return around(InboxStore.class, inbox);
    }

    /** Transactions whose beginning and end are steps. */
    public TransactionRunner around(TransactionRunner transactions) {
        return around(TransactionRunner.class, transactions);
    }

    private <T> T around(Class<T> type, T inner) {
        return Proxies.of(type, (proxy, method, arguments) -> {
            step();
            Object result = Proxies.call(inner, method, arguments);
            step();
            return result;
        });
    }
}
