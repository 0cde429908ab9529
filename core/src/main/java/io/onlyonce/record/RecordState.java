package io.onlyonce.record;

/** Where a record stands. A claim whose lease ran out is still {@link #CLAIMED}; the store tells it apart by its clock. */
public enum RecordState {
    /** The work is running, or was when its process died. */
    CLAIMED,
    /** The work is done and took effect. */
    COMPLETED,
    /** The work ended with a remembered refusal and took no effect. */
    REFUSED
}
