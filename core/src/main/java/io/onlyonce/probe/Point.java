package io.onlyonce.probe;

/** A named point in the run of a request, in their order. */
public enum Point {
    /** The request is about to ask its store. */
    BEFORE_CLAIM,
    /** The claim is won; the work has not begun. */
    CLAIMED,
    /** The work has returned; nothing is recorded yet. */
    WORKED,
    /** The answer is written; transactional: not committed yet. */
    COMPLETED,
    /** Transactional: the commit has succeeded; nobody has been answered yet. */
    COMMITTED
}
