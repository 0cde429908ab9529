package io.onlyonce.shop.product;

import io.onlyonce.shop.Money;

/** A product as the catalogue shows it; the version counts its changes. */
public record Product(String sku, Money price, int stock, long version) {}
