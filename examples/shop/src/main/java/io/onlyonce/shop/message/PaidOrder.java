package io.onlyonce.shop.message;

import io.onlyonce.shop.Money;

/** The message {@code order.paid}. */
record PaidOrder(String messageId, String orderId, String userId, Money amount) {}
