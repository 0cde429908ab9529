package io.onlyonce.shop.callback;

import io.onlyonce.shop.database.Instants;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.context.MessageSource;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Notices that were genuine and yet can't be right, for people to look at. */
@Component
@Order(1)
class SuspiciousNoticeList extends TextedList {
    private static final List<String> COLUMNS = List.of("at", "channel", "kind", "reason", "said", "order", "payment");

    private final JdbcClient jdbc;

    SuspiciousNoticeList(JdbcClient jdbc, MessageSource texts) {
        super(texts, "suspicious", COLUMNS);
        this.jdbc = jdbc;
    }

    @Override
    public List<List<String>> rows(Locale language, int limit) {
        return jdbc.sql("""
                        SELECT received_at, channel, kind, reason, said, order_id, payment_no FROM suspicious_notice
                        ORDER BY received_at DESC LIMIT :limit
                        """)
                .param("limit", limit)
                .query((row, number) -> Stream.of(
                                Instants.get(row, "received_at")
                                        .truncatedTo(ChronoUnit.SECONDS)
                                        .toString(),
                                row.getString("channel"),
                                row.getString("kind"),
                                row.getString("reason"),
                                row.getString("said"),
                                row.getString("order_id"),
                                row.getString("payment_no"))
                        .map(text -> Objects.requireNonNullElse(text, "–"))
                        .toList())
                .list();
    }
}
