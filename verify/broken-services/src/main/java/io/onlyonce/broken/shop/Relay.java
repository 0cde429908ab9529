package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries messages from the table {@code outbox} to their consumer, round after round, on a thread of its own. */
public final class Relay {
    private static final Logger log = LoggerFactory.getLogger(Relay.class);
    private static final long EVERY_MS = 10;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

    /** One round. */
    @FunctionalInterface
    public interface Round {
        void run() throws Exception;
    }

    public void start(Round round) {
        var unused = thread.scheduleWithFixedDelay(() -> run(round), EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
    }

    private static void run(Round round) {
        try {
            round.run();
        } catch (Exception e) { // the next round tries again
            log.info("The relay has met {}", e.toString());
        }
    }

    public void stop() {
        thread.shutdownNow();
    }

    /** A message in the outbox, with its number there. */
    public record Row(long number, Message message) {}

    /** Puts a message into the outbox, in the caller's transaction. */
    public static void put(Connection connection, Message message) throws SQLException {
        Rows.update(
                connection,
                "INSERT INTO outbox (ref, order_id, user_id, points) VALUES (?, ?, ?, ?)",
                message.ref(),
                message.messageId(),
                message.userId(),
                message.points());
    }

    /** Some that are not marked as sent; nobody else gets them until this transaction ends. */
    public static List<Row> takeUnsent(Connection connection) throws SQLException {
        String sql = "SELECT message_id, order_id, ref, user_id, points FROM outbox WHERE sent = 0"
                + " ORDER BY message_id LIMIT 20 FOR UPDATE SKIP LOCKED";
        return Rows.all(connection, sql, Relay::read);
    }

    public static void markSent(Connection connection, Row row) throws SQLException {
        Rows.update(connection, "UPDATE outbox SET sent = 1 WHERE message_id = ?", row.number());
    }

    /** All with a greater number. */
    public static List<Row> above(Connection connection, long number) throws SQLException {
        String sql = "SELECT message_id, order_id, ref, user_id, points FROM outbox WHERE message_id > ?"
                + " ORDER BY message_id";
        return Rows.all(connection, sql, Relay::read, number);
    }

    /** Notes how far the relays have come; another one may have come as far. */
    public static int come(Connection connection, long number) throws SQLException {
        try {
            return Rows.update(connection, "INSERT INTO relay_position (message_id) VALUES (?)", number);
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return 0;
        }
    }

    public static long position(Connection connection) throws SQLException {
        return Rows.first(connection, "SELECT MAX(message_id) FROM relay_position", row -> row.getLong(1))
                .orElse(0L);
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getLong(1), new Message(row.getString(2), row.getString(3), row.getString(4), row.getLong(5)));
    }
}
