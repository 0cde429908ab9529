package io.onlyonce.lock;

/** Hears what went wrong with locks: metrics and alarms hang here. Must be thread-safe and must not throw. */
@FunctionalInterface
public interface LockEvents {
    /** Hears nothing. */
    LockEvents NONE = (event, name) -> {};

    /** Something has happened; {@link Locks} has logged it where it is worth a warning. */
    void happened(Event event, LockName name);

    /** What there is to hear of. */
    enum Event {
        /** A call did not get the lock in time; its work was not run. */
        BUSY,
        /** A call could not ask the provider to the end; its work was not run. */
        UNAVAILABLE,
        /** A holder's lock went while its work was running. */
        LOST,
        /** A guarded write named a fence that had been overtaken, and changed nothing. */
        LATE_WRITE
    }
}
