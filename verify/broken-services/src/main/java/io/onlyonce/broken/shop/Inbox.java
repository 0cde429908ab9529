package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Rows;
import java.sql.Connection;
import java.sql.SQLException;

/** The identities of what was received, each once. Thread-safe. */
public final class Inbox {
    private static final String INSERT = "INSERT INTO inbox (identity, ref) VALUES (?, ?)";

    Inbox() {}

    /**
     * Notes it.
     *
     * @throws SQLException a duplicate ({@link Rows#isDuplicate}), if it is there already; after a wait for a transaction that has it in its hands
     */
    public void put(Connection connection, String identity, String ref) throws SQLException {
        Rows.update(connection, INSERT, identity, ref);
    }

    public boolean has(Connection connection, String identity) throws SQLException {
        return Rows.first(connection, "SELECT 1 FROM inbox WHERE identity = ?", row -> row.getInt(1), identity)
                .isPresent();
    }
}
