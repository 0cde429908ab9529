package io.onlyonce.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Counts what goes through a data source: connections, statements, commits and rollbacks. {@link #dataSource()} is the one to use in its place.
 * Thread-safe.
 */
public final class CountingDataSource {
    private final DataSource dataSource;
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private final AtomicInteger commits = new AtomicInteger();
    private final AtomicInteger rollbacks = new AtomicInteger();
    private final AtomicInteger borrowed = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();

    public CountingDataSource(DataSource target) {
        this.dataSource = Proxies.of(DataSource.class, (self, method, arguments) -> {
            Object result = Proxies.call(target, method, arguments);
            return result instanceof Connection connection ? counted(connection) : result;
        });
    }

    /** The data source whose use is counted. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** The texts of all statements executed so far, in order; a batch is one. */
    public List<String> statements() {
        return List.copyOf(statements);
    }

    /** How many statements were executed so far; a batch is one. */
    public int statementsExecuted() {
        return statements.size();
    }

    /** How many transactions were committed. */
    public int commits() {
        return commits.get();
    }

    /** How many transactions were rolled back; rolling back to a savepoint is none. */
    public int rollbacks() {
        return rollbacks.get();
    }

    /** How many connections were borrowed so far. */
    public int connectionsBorrowed() {
        return borrowed.get();
    }

    /** How many connections are borrowed now. */
    public int connectionsOpen() {
        return open.get();
    }

    /** The highest number of connections that were borrowed at the same time. */
    public int mostConnectionsAtOnce() {
        return mostOpen.get();
    }

    /** Counts from zero again; connections that are open stay counted as open. */
    public void reset() {
        statements.clear();
        commits.set(0);
        rollbacks.set(0);
        borrowed.set(0);
        mostOpen.set(open.get());
    }

    private Connection counted(Connection target) {
        borrowed.incrementAndGet();
        int now = open.incrementAndGet();
        mostOpen.accumulateAndGet(now, Math::max);
        return Proxies.of(Connection.class, new CountedConnection(target));
    }

    /** One borrowed connection. */
    private final class CountedConnection implements InvocationHandler {
        private final Connection target;
        private boolean closed;

        CountedConnection(Connection target) {
            this.target = target;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("close") && !closed) {
                closed = true;
                open.decrementAndGet();
            }
            Object result = Proxies.call(target, method, arguments);
            switch (method.getName()) {
                case "commit" -> commits.incrementAndGet();
                case "rollback" -> rollbacks.addAndGet(toSavepoint(arguments) ? 0 : 1);
                default -> {}
            }
            return result instanceof Statement statement ? counted(statement, (Connection) self, arguments) : result;
        }

        private static boolean toSavepoint(Object @Nullable [] arguments) {
            return arguments != null && arguments.length == 1 && arguments[0] instanceof Savepoint;
        }

        private Statement counted(Statement statement, Connection self, Object @Nullable [] arguments) {
            Class<? extends Statement> type = Proxies.kindOf(statement);
            String prepared = type == Statement.class ? null : textOf(arguments);
            return Proxies.of(type, (proxied, method, given) -> {
                if (method.getName().equals("getConnection")) {
                    return self;
                }
                if (method.getName().startsWith("execute")) {
                    String text = textOf(given);
                    statements.add(text == null ? String.valueOf(prepared) : text);
                }
                return Proxies.call(statement, method, given);
            });
        }

        private static @Nullable String textOf(Object @Nullable [] arguments) {
            return arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : null;
        }
    }
}
