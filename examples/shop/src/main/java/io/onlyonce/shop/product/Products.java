package io.onlyonce.shop.product;

import io.onlyonce.shop.Money;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads the catalogue. */
@Repository
public class Products {
    private final JdbcClient jdbc;

    Products(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * @throws io.onlyonce.shop.Problem if there is no such product
     */
    public Product get(String sku) {
        return find(sku).orElseThrow(() -> Problems.noSuch("product", sku));
    }

    private Optional<Product> find(String sku) {
        if (!Texts.isId(sku)) {
            return Optional.empty();
        }
        return jdbc.sql("SELECT sku, price, stock, version FROM product WHERE sku = :sku")
                .param("sku", sku)
                .query(Products::read)
                .optional();
    }

    /** The first hundred products, short numbers first. */
    public List<Product> list() {
        return jdbc.sql("SELECT sku, price, stock, version FROM product ORDER BY CHAR_LENGTH(sku), sku LIMIT 100")
                .query(Products::read)
                .list();
    }

    private static Product read(ResultSet row, int number) throws SQLException {
        return new Product(
                row.getString("sku"),
                new Money(row.getBigDecimal("price")),
                row.getInt("stock"),
                row.getLong("version"));
    }
}
