package io.onlyonce.shop.order;

/** Where an order stands; {@link OrderFlow} tells what leads from where to where. */
public enum OrderStatus {
    PENDING,
    PAYING,
    PAID,
    FAILED,
    CANCELLED,
    REFUNDED
}
