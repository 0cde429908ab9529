package io.onlyonce.shop.callback;

import io.onlyonce.shop.database.Instants;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.springframework.context.MessageSource;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Money that still has to go back, for people to send it. */
@Component
@Order(2)
class RefundRequestList extends TextedList {
    private static final List<String> COLUMNS = List.of("at", "channel", "transaction", "order", "amount", "reason");

    private final JdbcClient jdbc;

    RefundRequestList(JdbcClient jdbc, MessageSource texts) {
        super(texts, "refunds", COLUMNS);
        this.jdbc = jdbc;
    }

    @Override
    public List<List<String>> rows(Locale language, int limit) {
        return jdbc.sql("""
                        SELECT at, channel, transaction_no, order_id, amount, reason FROM refund_request
                        WHERE amount > 0 ORDER BY at DESC LIMIT :limit
                        """)
                .param("limit", limit)
                .query((row, number) -> List.of(
                        Instants.get(row, "at").truncatedTo(ChronoUnit.SECONDS).toString(),
                        row.getString("channel"),
                        row.getString("transaction_no"),
                        row.getString("order_id"),
                        row.getBigDecimal("amount").toPlainString(),
                        row.getString("reason")))
                .list();
    }
}
