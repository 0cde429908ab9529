package io.onlyonce.broken.shop;

/** What an order can be: {@code PENDING → PAID → SHIPPED}, {@code PENDING → CANCELLED}, {@code PENDING → CLOSED}; nothing else, ever. */
public enum Status {
    PENDING,
    PAID,
    SHIPPED,
    CANCELLED,
    CLOSED
}
