package io.onlyonce.shop.product;

/** What is left after a deduction. */
record Remaining(int remaining) {}
