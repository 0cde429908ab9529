package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements of one kind for the database in use: told, or found out at the first connection. Thread-safe. */
final class SqlSource<S> {
    private final Function<Dialect, S> kind;
    private volatile @Nullable S known;

    private SqlSource(Function<Dialect, S> kind, @Nullable S known) {
        this.kind = kind;
        this.known = known;
    }

    static <S> SqlSource<S> detected(Function<Dialect, S> kind) {
        return new SqlSource<>(kind, null);
    }

    static <S> SqlSource<S> of(Function<Dialect, S> kind, Dialect dialect) {
        return new SqlSource<>(kind, kind.apply(dialect));
    }

    S on(Connection connection) throws SQLException {
        S sql = known;
        if (sql == null) {
            sql = kind.apply(Dialect.of(connection));
            known = sql;
        }
        return sql;
    }
}
