package io.onlyonce.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Breaks the connection at a chosen step of one thread's work: before or after the n-th statement or commit. From then on it is as dead as one whose server or cable
 * is gone: everything on it fails, and the database rolls back what was not committed. {@link #dataSource()} is the one to use in the target's place. Thread-safe; each
 * thread arms a break for itself.
 */
public final class BreakingDataSource {
    private static final Set<String> STEPS =
            Set.of("execute", "executeQuery", "executeUpdate", "executeBatch", "commit");
    private static final String CONNECTION_LOST = "08006";

    private static final ThreadLocal<@Nullable Break> ARMED = new ThreadLocal<>();

    private final DataSource dataSource;

    public BreakingDataSource(DataSource target) {
        this.dataSource = Proxies.of(DataSource.class, (self, method, arguments) -> {
            Object result = Proxies.call(target, method, arguments);
            return result instanceof Connection connection
                    ? Proxies.of(Connection.class, new Line(connection))
                    : result;
        });
    }

    /** The data source whose connections break. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** When the connection breaks. */
    public enum When {
        /** The step is not done. */
        BEFORE,
        /** The step is done, but its answer does not come. */
        AFTER
    }

    private static final class Break {
        private final When when;
        private int left;
        private boolean reached;

        Break(int step, When when) {
            this.left = step;
            this.when = when;
        }
    }

    /** Work that fails as it likes. */
    @FunctionalInterface
    public interface Breakable {
        void run() throws Exception;
    }

    /**
     * Does the work, and breaks its connection once.
     *
     * @param step which statement or commit of this thread, from 1
     * @return whether the work came to this step
     */
    public boolean breakAt(int step, When when, Breakable work) throws Exception {
        Break fault = new Break(step, when);
        ARMED.set(fault);
        try {
            work.run();
        } finally {
            ARMED.remove();
        }
        return fault.reached;
    }

    /** One connection. */
    private static final class Line implements InvocationHandler {
        private final Connection target;
        private volatile boolean broken;

        Line(Connection target) {
            this.target = target;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            Object result = step(target, method, arguments);
            return result instanceof Statement statement
                    ? Proxies.of(
                            Proxies.kindOf(statement),
                            (proxied, call, given) ->
                                    call.getName().equals("getConnection") ? self : step(statement, call, given))
                    : result;
        }

        private @Nullable Object step(Object on, Method method, Object @Nullable [] arguments) throws Throwable {
            if (broken) {
                return dead(method);
            }
            Break fault = ARMED.get();
            boolean now = fault != null && STEPS.contains(method.getName()) && --fault.left == 0;
            if (!now) {
                return Proxies.call(on, method, arguments);
            }
            fault.reached = true;
            if (fault.when == When.AFTER) {
                Proxies.call(on, method, arguments);
            }
            broken = true;
            target.unwrap(Connection.class).abort(Runnable::run);
            throw new SQLException("The connection was broken by the test.", CONNECTION_LOST);
        }

        /** A dead connection can be closed and asked whether it is. */
        private @Nullable Object dead(Method method) throws SQLException {
            return switch (method.getName()) {
                case "close" -> {
                    target.close();
                    yield null;
                }
                case "isClosed" -> true;
                case "isValid" -> false;
                default -> throw new SQLException("The connection is broken.", CONNECTION_LOST);
            };
        }
    }
}
