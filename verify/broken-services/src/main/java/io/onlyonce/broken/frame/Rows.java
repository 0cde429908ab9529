package io.onlyonce.broken.frame;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements in one line. */
public final class Rows {
    private static final int MARIADB_DUPLICATE = 1062;

    private Rows() {}

    /** Reads the row that the result stands on. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Returns how many rows were changed. */
    public static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    public static <T> Optional<T> first(Connection connection, String sql, Reader<T> reader, @Nullable Object... values)
            throws SQLException {
        return all(connection, sql, reader, values).stream().findFirst();
    }

    public static <T> List<T> all(Connection connection, String sql, Reader<T> reader, @Nullable Object... values)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reader.read(rows));
            }
            return all;
        }
    }

    /** Whether a unique key refused the statement. */
    public static boolean isDuplicate(SQLException e) {
        return "23505".equals(e.getSQLState()) || e.getErrorCode() == MARIADB_DUPLICATE;
    }

    private static PreparedStatement prepared(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
