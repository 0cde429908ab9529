package io.onlyonce.shop.product;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/products}. */
@RestController
class ProductController {
    private final Products products;

    ProductController(Products products) {
        this.products = products;
    }

    /** The product; its version is the {@code ETag}. */
    @GetMapping("/api/products/{sku}")
    ResponseEntity<Product> get(@PathVariable String sku) {
        Product product = products.get(sku);
        return ResponseEntity.ok().eTag(Long.toString(product.version())).body(product);
    }
}
