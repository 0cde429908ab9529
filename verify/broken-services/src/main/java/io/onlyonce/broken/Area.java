package io.onlyonce.broken;

/** Which interface a variant has; README.md describes each. */
public enum Area {
    ORDERS,
    TOKENS,
    STOCK,
    STATES,
    REFUNDS,
    CALLBACKS,
    MESSAGES,
    OUTBOX
}
