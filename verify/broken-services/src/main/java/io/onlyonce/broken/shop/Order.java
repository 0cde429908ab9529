package io.onlyonce.broken.shop;

import java.math.BigDecimal;

/** An order as it stands in its table. */
public record Order(String orderId, String userId, String sku, int quantity, BigDecimal amount, Status status) {}
