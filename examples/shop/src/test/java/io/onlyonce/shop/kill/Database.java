package io.onlyonce.shop.kill;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Where the shop under test keeps its data. */
record Database(String url, String user, String password) {

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    int update(String sql, Object... values) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement statement = bound(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    long number(String sql, Object... values) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement statement = bound(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static PreparedStatement bound(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
