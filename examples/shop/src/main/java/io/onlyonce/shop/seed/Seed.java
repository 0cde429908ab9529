package io.onlyonce.shop.seed;

import io.onlyonce.shop.database.UniqueInsert;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Lays down the contract's accounts and products at the first start, before the first request is served. {@code shop.seed=false} switches it off. */
@Component
@ConditionalOnBooleanProperty(name = "shop.seed", matchIfMissing = true)
class Seed implements InitializingBean {
    private final UniqueInsert inserts;
    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;

    Seed(UniqueInsert inserts, JdbcTemplate jdbc, TransactionOperations transaction) {
        this.inserts = inserts;
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** The marker row and the data commit together: a second instance waits for the first one's commit, then does nothing; a crash leaves neither. */
    @Override
    public void afterPropertiesSet() {
        transaction.executeWithoutResult(status -> {
            if (inserts.tryInsert(
                    "INSERT INTO seed_run (name, at) VALUES (:name, CURRENT_TIMESTAMP(6))",
                    Map.of("name", "accounts-and-products"))) {
                accounts();
                products();
            }
        });
    }

    private void accounts() {
        List<Object[]> rows = IntStream.rangeClosed(1, 100)
                .mapToObj(number -> new Object[] {"A" + number, new BigDecimal("10000.00")})
                .toList();
        jdbc.batchUpdate("INSERT INTO account (account_id, balance, version) VALUES (?, ?, 1)", rows);
    }

    private void products() {
        List<Object[]> rows = new java.util.ArrayList<>(IntStream.rangeClosed(1, 20)
                .mapToObj(number -> new Object[] {"SKU-" + number, new BigDecimal("25.00"), 1000})
                .toList());
        rows.add(new Object[] {"SKU-HOT", new BigDecimal("10.00"), 10});
        jdbc.batchUpdate("INSERT INTO product (sku, price, stock, version) VALUES (?, ?, ?, 1)", rows);
    }
}
