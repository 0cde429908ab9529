package io.onlyonce.shop.payment;

import io.onlyonce.shop.Money;

/** An account and what it holds. */
public record Account(String accountId, Money balance, long version) {}
