package io.onlyonce.shop.customer;

/** A registered customer. */
record Customer(String userId, String username, String phone, String email) {}
