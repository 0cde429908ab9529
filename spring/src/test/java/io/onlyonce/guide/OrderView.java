package io.onlyonce.guide;

record OrderView(String orderId, String sku, int quantity) {}
