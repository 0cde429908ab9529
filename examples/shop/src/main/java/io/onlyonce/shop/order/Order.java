package io.onlyonce.shop.order;

import io.onlyonce.shop.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as everybody sees it. */
public record Order(
        String orderId,
        String userId,
        @Nullable String requestNo,
        String sku,
        int quantity,
        Money amount,
        OrderStatus status,
        Instant createdAt,
        @Nullable Instant paidAt) {}
