package io.onlyonce.jdbc.guard;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a database about the plan of one statement with its parameters. */
record Plans(Connection connection, List<? extends @Nullable Object> parameters) {
    /** The rows of an EXPLAIN, each by its columns' labels in lower case. */
    List<Map<String, @Nullable String>> explain(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Inserting.bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                List<Map<String, @Nullable String>> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(row(rows));
                }
                return all;
            }
        }
    }

    private static Map<String, @Nullable String> row(ResultSet rows) throws SQLException {
        Map<String, @Nullable String> row = new LinkedHashMap<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.put(rows.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT), rows.getString(i));
        }
        return row;
    }

    /** Executes a setting of the session. */
    void set(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The only text that a query has. */
    String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }
}
