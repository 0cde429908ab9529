package io.onlyonce.callback.reconcile;

/** Which way the money went. */
public enum Direction {
    /** To us: a payment. */
    IN,
    /** Back: a refund. */
    OUT
}
