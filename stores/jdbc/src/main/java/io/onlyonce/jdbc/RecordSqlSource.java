package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The statements for the database in use: told, or found out at the first connection. Thread-safe. */
final class RecordSqlSource {
    private volatile @Nullable RecordSql known;

    private RecordSqlSource(@Nullable RecordSql known) {
        this.known = known;
    }

    static RecordSqlSource detected() {
        return new RecordSqlSource(null);
    }

    static RecordSqlSource of(Dialect dialect) {
        return new RecordSqlSource(dialect.records());
    }

    RecordSql on(Connection connection) throws SQLException {
        RecordSql sql = known;
        if (sql == null) {
            sql = Dialect.of(connection).records();
            known = sql;
        }
        return sql;
    }
}
