package io.onlyonce.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** A connection that notes what is done to it, and fails where it is told to: for what no server can be made to do on time. */
final class FakeConnection {
    private final List<String> calls = new ArrayList<>();
    private final Map<String, SQLException> failures = new HashMap<>();
    private boolean autoCommit = true;
    private boolean closed;

    FakeConnection failing(String method, SQLException failure) {
        failures.put(method, failure);
        return this;
    }

    FakeConnection autoCommit(boolean mode) {
        autoCommit = mode;
        return this;
    }

    List<String> calls() {
        return calls;
    }

    boolean autoCommit() {
        return autoCommit;
    }

    DataSource source() {
        return proxy(DataSource.class);
    }

    private <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                FakeConnection.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answer(method.getName(), arguments)));
    }

    private Object answer(String method, Object[] arguments) throws SQLException {
        String call = method;
        if (method.equals("rollback") && arguments != null) {
            call = "rollback to savepoint";
        } else if (method.equals("setAutoCommit")) {
            call = "setAutoCommit " + arguments[0];
        }
        if (!List.of("isClosed", "getAutoCommit", "isWrapperFor", "getConnection")
                .contains(method)) {
            calls.add(call);
        }
        if (failures.containsKey(call)) {
            throw failures.get(call);
        }
        return switch (method) {
            case "getConnection" -> proxy(Connection.class);
            case "setSavepoint" -> proxy(Savepoint.class);
            case "getAutoCommit" -> autoCommit;
            case "setAutoCommit" -> {
                autoCommit = (boolean) arguments[0];
                yield null;
            }
            case "close" -> {
                closed = true;
                yield null;
            }
            case "isClosed" -> closed;
            case "isWrapperFor" -> false;
            default -> null;
        };
    }
}
