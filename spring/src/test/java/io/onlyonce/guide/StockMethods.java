package io.onlyonce.guide;

import io.onlyonce.Backstop;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.spring.Idempotent;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** The same by annotation. No component, so that only the test that has the table sees it. */
class StockMethods {
    private final JdbcTemplate jdbc;

    StockMethods(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Idempotent(
            operation = "deduct-stock",
            key = "#orderNo",
            guarantee = Idempotent.Guarantee.LEASED,
            whenAbandoned = Idempotent.Abandoned.RESOLVE,
            resolver = "entryFound",
            backstop = "oneEntry",
            whenStoreDown = Idempotent.StoreDown.OPEN)
    public String deduct(String orderNo, String sku) {
        jdbc.update("INSERT INTO stock_journal (reference, entry) VALUES (?, ?)", orderNo, "one of " + sku);
        return "one of " + sku;
    }

    static class Layers {
        @Bean
        Backstop oneEntry(DataSource dataSource) {
            return UniqueKey.existing(dataSource, "stock_journal", "reference");
        }

        @Bean
        WhenAbandoned.Resolver<String> entryFound(JdbcTemplate jdbc) {
            String select = "SELECT entry FROM stock_journal WHERE reference = ?";
            return lost -> {
                List<String> entries =
                        jdbc.queryForList(select, String.class, lost.key().key());
                return entries.isEmpty() ? new Resolution.NotDone<>() : new Resolution.Done<>(entries.get(0));
            };
        }
    }
}
