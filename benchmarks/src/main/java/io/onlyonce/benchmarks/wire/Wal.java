package io.onlyonce.benchmarks.wire;

import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Server;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The position in PostgreSQL's write-ahead log, which the whole server writes to. */
public final class Wal implements AutoCloseable {
    private static final String POSITION = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn";

    private final BenchmarkDatabase database;
    private final Connection connection;

    /** Opens a connection to ask on. */
    public Wal(BenchmarkDatabase database) throws SQLException {
        this.database = database;
        this.connection = database.connect();
    }

    /** Whether this server tells. */
    public boolean told() {
        return database.server() == Server.POSTGRESQL;
    }

    /** In bytes; 0 where the server does not tell. */
    public long position() throws SQLException {
        if (!told()) {
            return 0;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(POSITION)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** After it, the first change of each page writes the whole page to the log. Does nothing on other servers. */
    public void checkpoint() throws SQLException {
        if (told()) {
            database.execute(List.of("CHECKPOINT"));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
