package io.onlyonce.guide;

import io.onlyonce.Attempt;
import io.onlyonce.Backstop;
import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.jdbc.guard.UniqueKey;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Records in Redis, the effect in a database, and a unique key there that stands when Redis does not. */
final class StockDeductions {
    private static final Operation<String> DEDUCT = Operation.named("deduct-stock", ResultCodec.text());

    private final OnlyOnce leased;
    private final JdbcTemplate jdbc;
    private final Operation<String> deduct;

    StockDeductions(OnlyOnce leased, DataSource dataSource) {
        this.leased = leased;
        this.jdbc = new JdbcTemplate(dataSource);
        Backstop oneEntry = UniqueKey.existing(dataSource, "stock_journal", "reference"); // fails if there is none
        this.deduct = DEDUCT.guarantee(Leased.<String>of(Duration.ofSeconds(30))
                .whenAbandoned(new WhenAbandoned.Resolve<>(this::found))
                .backedBy(oneEntry)
                .open()); // leave this line out, and nothing runs while Redis is down
    }

    Outcome<String> deduct(String buyer, String key, String sku) throws Exception {
        return leased.run(deduct, Call.of(buyer, key, sku), attempt -> {
            String entry = "one of " + sku;
            jdbc.update("INSERT INTO stock_journal (reference, entry) VALUES (?, ?)", attempt.reference(), entry);
            return entry;
        });
    }

    private Resolution<String> found(Attempt lost) {
        String select = "SELECT entry FROM stock_journal WHERE reference = ?";
        List<String> entries = jdbc.queryForList(select, String.class, lost.reference());
        return entries.isEmpty() ? new Resolution.NotDone<>() : new Resolution.Done<>(entries.get(0));
    }
}
