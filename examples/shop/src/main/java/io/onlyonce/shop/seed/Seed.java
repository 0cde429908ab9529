package io.onlyonce.shop.seed;

import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.shop.shard.Shards;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Lays down the contract's accounts, products and coupons at the first start, before the first request is served, in each database what belongs there: products in all of them, which are warehouses then. {@code shop.seed=false} switches it off. */
@Component
@ConditionalOnBooleanProperty(name = "shop.seed", matchIfMissing = true)
class Seed implements InitializingBean {
    private static final UniqueInsert<String, String> RUN = UniqueInsert.<String>into(
                    "INSERT INTO seed_run (name, at) VALUES (?, CURRENT_TIMESTAMP(6))", List::of)
            .identifiedBy("SELECT name FROM seed_run WHERE name = ?", List::of, row -> row.getString(1));

    private static final int COUPONS = 100;

    private final Shards shards;
    private final UniqueInserts inserts;
    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;

    Seed(Shards shards, UniqueInserts inserts, JdbcTemplate jdbc, TransactionOperations transaction) {
        this.shards = shards;
        this.inserts = inserts;
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** The marker row and the data commit together: a second instance waits for the first one's commit, then does nothing; a crash leaves neither. */
    @Override
    public void afterPropertiesSet() {
        shards.each(shard -> {
            once("accounts-and-products", () -> {
                accounts(shard);
                products();
            });
            once("coupons", this::coupons);
        });
    }

    private void once(String name, Runnable data) {
        transaction.executeWithoutResult(status -> {
            if (inserts.insert(RUN, name) instanceof Inserted.Fresh) {
                data.run();
            }
        });
    }

    private void coupons() {
        jdbc.update(
                "INSERT INTO coupon (code, remaining) VALUES (?, ?)",
                "WELCOME",
                COUPONS / shards.names().size());
    }

    /** Each in one shard only. */
    private void accounts(String shard) {
        List<Object[]> rows = IntStream.rangeClosed(1, 100)
                .mapToObj(number -> "A" + number)
                .filter(account -> shards.ofAccount(account).equals(shard))
                .map(account -> new Object[] {account, new BigDecimal("10000.00")})
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
