package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.Server;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The records of one hand-written design. Thread-safe. */
final class HandWrittenTable {
    private static final String POSTGRESQL_DUPLICATE = "23505";
    private static final int MARIADB_DUPLICATE = 1062;

    private final Server server;
    private final HandWrittenSql sql;

    HandWrittenTable(Server server, String table) {
        this.server = server;
        this.sql = HandWrittenSql.of(server, table);
    }

    /** Whether the key was free. */
    boolean claim(Connection connection, Payment payment) throws SQLException {
        return inserted(connection, sql.claim(), payment, null);
    }

    void complete(Connection connection, Payment payment, String answer) throws SQLException {
        update(connection, sql.complete(), payment, answer);
    }

    /** The driver then knows that the transaction is over, so a commit of the connection costs nothing. */
    void completeAndCommit(Connection connection, Payment payment, String answer) throws SQLException {
        update(connection, sql.completeAndCommit(), payment, answer);
    }

    /** Whether the key was free. */
    boolean insert(Connection connection, Payment payment, String answer) throws SQLException {
        return inserted(connection, sql.insert(), payment, answer);
    }

    /** Whether the key was free. */
    boolean insertAndCommit(Connection connection, Payment payment, String answer) throws SQLException {
        return inserted(connection, sql.insertAndCommit(), payment, answer);
    }

    /** The answer; null if there is none yet. */
    @Nullable
    String find(Connection connection, Payment payment) throws SQLException {
        try (PreparedStatement find = connection.prepareStatement(sql.find())) {
            server.setKey(find, 1, payment.key());
            try (ResultSet row = find.executeQuery()) {
                byte[] answer = row.next() ? row.getBytes(1) : null;
                return answer == null ? null : new String(answer, StandardCharsets.UTF_8);
            }
        }
    }

    /** The answer of somebody who has committed. */
    String standing(Connection connection, Payment payment) throws SQLException {
        String answer = find(connection, payment);
        if (answer == null) {
            throw new IllegalStateException("There is no answer for " + payment + ", although its key is taken.");
        }
        return answer;
    }

    private boolean inserted(Connection connection, String text, Payment payment, @Nullable String answer)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(text)) {
            server.setKey(insert, 1, payment.key());
            insert.setBytes(2, fingerprint(payment));
            if (answer != null) {
                insert.setBytes(3, answer.getBytes(StandardCharsets.UTF_8));
            }
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (POSTGRESQL_DUPLICATE.equals(e.getSQLState()) || e.getErrorCode() == MARIADB_DUPLICATE) {
                return false;
            }
            throw e;
        }
    }

    private void update(Connection connection, String text, Payment payment, String answer) throws SQLException {
        try (PreparedStatement complete = connection.prepareStatement(text)) {
            complete.setBytes(1, answer.getBytes(StandardCharsets.UTF_8));
            server.setKey(complete, 2, payment.key());
            if (complete.executeUpdate() != 1) {
                throw new IllegalStateException("The claim of " + payment + " is gone.");
            }
        }
    }

    private static byte[] fingerprint(Payment payment) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest((payment.account() + " " + Payment.AMOUNT).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256; this one does not.", e);
        }
    }
}
