package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Database;
import io.onlyonce.broken.frame.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Customers' points and their journal. Thread-safe. */
public final class Points {
    private final Database database;
    private final Partner partner;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Points(Database database, Partner partner) {
        this.database = database;
        this.partner = partner;
    }

    /** Makes the customer's row if it is missing; outside of any transaction. */
    public void provide(String userId) throws Exception {
        if (known.contains(userId)) {
            return;
        }
        try {
            database.inAutoCommit(connection ->
                    Rows.update(connection, "INSERT INTO points (user_id, balance) VALUES (?, 0)", userId));
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
        known.add(userId);
    }

    /** Asks the loyalty programme, then awards: the effect of a message. */
    public void award(Connection connection, Message message) throws SQLException {
        partner.ask(message.messageId(), message.userId());
        Rows.update(
                connection,
                "INSERT INTO points_journal (ref, message_id, user_id, points) VALUES (?, ?, ?, ?)",
                message.ref(),
                message.messageId(),
                message.userId(),
                message.points());
        Rows.update(
                connection,
                "UPDATE points SET balance = balance + ? WHERE user_id = ?",
                message.points(),
                message.userId());
    }
}
