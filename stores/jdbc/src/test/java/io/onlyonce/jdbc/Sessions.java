package io.onlyonce.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A data source whose sessions are set up by statements each time one is taken: an isolation level, a time zone, a mode. */
public final class Sessions {
    private Sessions() {}

    public static DataSource with(DataSource target, String... statements) {
        return (DataSource) Proxy.newProxyInstance(
                Sessions.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    try {
                        Object result = method.invoke(target, arguments);
                        return result instanceof Connection connection ? setUp(connection, statements) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static Connection setUp(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
