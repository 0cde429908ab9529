package io.onlyonce.benchmarks.wire;

import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Server;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The position in the log that changes go to first, which the whole server writes to: PostgreSQL's write-ahead log, InnoDB's redo log. */
public final class Wal implements AutoCloseable {
    private static final String POSTGRESQL = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn";
    private static final String MARIADB =
            "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'INNODB_LSN_CURRENT'";

    private final BenchmarkDatabase database;
    private final Connection connection;

    /** Opens a connection to ask on. */
    public Wal(BenchmarkDatabase database) throws SQLException {
        this.database = database;
        this.connection = database.connect();
    }

    /** In bytes. */
    public long position() throws SQLException {
        String query = database.server() == Server.POSTGRESQL ? POSTGRESQL : MARIADB;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** On PostgreSQL the first change of each page after it writes the whole page to the log. InnoDB writes changes only, and has no such moment. */
    public void checkpoint() throws SQLException {
        if (database.server() == Server.POSTGRESQL) {
            database.execute(List.of("CHECKPOINT"));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
