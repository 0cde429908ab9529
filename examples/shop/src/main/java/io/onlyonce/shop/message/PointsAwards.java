package io.onlyonce.shop.message;

import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import java.math.RoundingMode;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Awards one point for each whole yuan of a paid order, once per message: the message's row decides, in the transaction that adds the points. */
@Component
class PointsAwards {
    private static final UniqueInsert<Award, Long> ONCE = UniqueInsert.<Award>into(
                    "INSERT INTO points_journal (message_id, user_id, order_id, points, at) VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP(6))",
                    award -> List.of(
                            award.paid().messageId(),
                            award.paid().userId(),
                            award.paid().orderId(),
                            award.points()))
            .identifiedBy(
                    "SELECT points FROM points_journal WHERE message_id = ?",
                    award -> List.of(award.paid().messageId()),
                    row -> row.getLong("points"));

    private static final UniqueInsert<String, Long> ACCOUNT = UniqueInsert.<String>into(
                    "INSERT INTO points (user_id, balance) VALUES (?, 0)", List::of)
            .identifiedBy("SELECT balance FROM points WHERE user_id = ?", List::of, row -> row.getLong("balance"));

    private final UniqueInserts inserts;
    private final JdbcClient jdbc;
    private final JsonMapper json;

    PointsAwards(UniqueInserts inserts, JdbcClient jdbc, JsonMapper json) {
        this.inserts = inserts;
        this.jdbc = jdbc;
        this.json = json;
    }

    private record Award(PaidOrder paid, long points) {}

    /**
     * Awards what the message tells of, in the open transaction.
     *
     * @param message {@code order.paid}, as it was sent
     * @throws tools.jackson.core.JacksonException if it can't be read; nothing was done
     */
    void award(byte[] message) {
        PaidOrder paid = json.readValue(message, PaidOrder.class);
        long points = paid.amount().amount().setScale(0, RoundingMode.DOWN).longValueExact();
        if (inserts.insert(ONCE, new Award(paid, points)) instanceof Inserted.Existing<Long>) {
            return;
        }
        if (add(paid.userId(), points) == 0) {
            inserts.insert(ACCOUNT, paid.userId());
            add(paid.userId(), points);
        }
    }

    private int add(String userId, long points) {
        return jdbc.sql("UPDATE points SET balance = balance + :points WHERE user_id = :userId")
                .param("points", points)
                .param("userId", userId)
                .update();
    }
}
