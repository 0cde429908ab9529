package io.onlyonce.shop.message;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.onlyonce.shop.Money;
import java.util.Objects;

/** The message {@code order.paid}. A publisher may add to it. */
@JsonIgnoreProperties(ignoreUnknown = true)
record PaidOrder(String messageId, String orderId, String userId, Money amount) {
    PaidOrder {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(orderId, "orderId");
        Objects.requireNonNull(userId, "userId");
        Objects.requireNonNull(amount, "amount");
    }
}
