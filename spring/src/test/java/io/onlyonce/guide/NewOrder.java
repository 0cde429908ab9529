package io.onlyonce.guide;

record NewOrder(String sku, int quantity) {}
