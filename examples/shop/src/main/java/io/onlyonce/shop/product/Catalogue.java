package io.onlyonce.shop.product;

import io.onlyonce.http.IfMatch;
import io.onlyonce.jdbc.guard.JdbcVersions;
import io.onlyonce.shop.Problems;
import io.onlyonce.version.VersionedUpdate;
import java.util.Map;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Changes products. */
@Service
class Catalogue {
    private final Products products;
    private final JdbcVersions versions;

    Catalogue(Products products, JdbcVersions productVersions) {
        this.products = products;
        this.versions = productVersions;
    }

    /**
     * Sets price and stock, if the product still has a version that the caller has seen. An order in between counts the version up, so an absolute stock never
     * overwrites a sale.
     *
     * @throws io.onlyonce.shop.Problem if it has another version (with the product as it is now), there is none, or a value is below zero; nothing was done
     */
    @Transactional
    public Product change(String sku, IfMatch seen, NewValues values) {
        mustNotBeNegative(values);
        products.get(sku);
        for (long version : seen.versions()) {
            if (versions.update(sku, version, Map.of("price", values.price().amount(), "stock", values.stock()))
                    instanceof VersionedUpdate.Updated) {
                return products.get(sku);
            }
        }
        throw Problems.versionConflict(products.get(sku));
    }

    private static void mustNotBeNegative(NewValues values) {
        if (values.price().amount().signum() < 0) {
            throw Problems.invalidValue("price", "must not be negative");
        }
        if (values.stock() < 0) {
            throw Problems.invalidValue("stock", "must not be negative");
        }
    }
}
