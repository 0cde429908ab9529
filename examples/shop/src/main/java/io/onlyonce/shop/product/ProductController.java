package io.onlyonce.shop.product;

import io.onlyonce.http.IfMatch;
import io.onlyonce.shop.database.WholeUnit;
import jakarta.validation.Valid;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/products}. */
@RestController
class ProductController {
    private final Products products;
    private final Catalogue catalogue;
    private final WholeUnit unit;

    ProductController(Products products, Catalogue catalogue, WholeUnit unit) {
        this.products = products;
        this.catalogue = catalogue;
        this.unit = unit;
    }

    /** The product; its version is the {@code ETag}. */
    @GetMapping("/api/products/{sku}")
    ResponseEntity<Product> get(@PathVariable String sku) {
        return answer(products.get(sku));
    }

    /** Sets price and stock, if the product still is as the caller saw it. */
    @PutMapping("/api/products/{sku}")
    ResponseEntity<Product> put(
            @PathVariable String sku,
            @RequestHeader(name = IfMatch.HEADER, required = false) @Nullable List<String> ifMatch,
            @Valid @RequestBody NewValues values) {
        IfMatch seen = IfMatch.of(ifMatch == null ? List.of() : ifMatch);
        return answer(unit.retried(() -> catalogue.change(sku, seen, values)));
    }

    private static ResponseEntity<Product> answer(Product product) {
        return ResponseEntity.ok()
                .header(HttpHeaders.ETAG, IfMatch.etag(product.version()))
                .body(product);
    }
}
