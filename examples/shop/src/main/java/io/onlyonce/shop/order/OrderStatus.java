package io.onlyonce.shop.order;

/** Where an order stands. */
public enum OrderStatus {
    PENDING,
    PAYING,
    PAID,
    FAILED,
    CANCELLED,
    REFUNDED
}
