package io.onlyonce.shop.callback;

import io.onlyonce.console.ConsoleList;
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
class RefundRequestList implements ConsoleList {
    private static final List<String> COLUMNS = List.of("at", "channel", "transaction", "order", "amount", "reason");

    private final JdbcClient jdbc;
    private final MessageSource texts;

    RefundRequestList(JdbcClient jdbc, MessageSource texts) {
        this.jdbc = jdbc;
        this.texts = texts;
    }

    @Override
    public String title(Locale language) {
        return texts.getMessage("console.refunds", null, language);
    }

    @Override
    public List<String> columns(Locale language) {
        return COLUMNS.stream()
                .map(column -> texts.getMessage("console." + column, null, language))
                .toList();
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
