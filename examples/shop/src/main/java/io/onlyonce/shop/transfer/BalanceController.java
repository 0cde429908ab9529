package io.onlyonce.shop.transfer;

import io.onlyonce.shop.Money;
import io.onlyonce.shop.shard.Shards;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/balances}: what all accounts have together, wherever they lie. While a transfer is under way its amount is in none of them. */
@RestController
class BalanceController {
    private final Shards shards;
    private final JdbcClient jdbc;

    BalanceController(Shards shards, JdbcClient jdbc) {
        this.shards = shards;
        this.jdbc = jdbc;
    }

    record Balances(Money total) {}

    @GetMapping("/api/balances")
    Balances balances() {
        List<BigDecimal> sums = new ArrayList<>();
        shards.each(shard -> sums.add(jdbc.sql("SELECT COALESCE(SUM(balance), 0) FROM account")
                .query(BigDecimal.class)
                .single()));
        return new Balances(new Money(sums.stream().reduce(BigDecimal.ZERO, BigDecimal::add)));
    }
}
