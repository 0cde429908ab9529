package io.onlyonce.benchmarks.database;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/** The makes of servers that the benchmarks know. */
public enum Server {
    POSTGRESQL("jdbc:postgresql:", 5432, """
            SELECT 'PostgreSQL ' || current_setting('server_version')
                || ', shared_buffers ' || current_setting('shared_buffers')
                || ', synchronous_commit ' || current_setting('synchronous_commit')
                || ', autovacuum ' || current_setting('autovacuum')
            """, "ANALYZE onlyonce_record", """
            SELECT pg_total_relation_size('onlyonce_record') - pg_indexes_size('onlyonce_record'), pg_indexes_size('onlyonce_record')
            """) {
        @Override
        public void setKey(PreparedStatement statement, int parameter, UUID key) throws SQLException {
            statement.setObject(parameter, key);
        }

        @Override
        public String keyLiteral(UUID key) {
            return "'" + key + "'";
        }
    },

    MARIADB("jdbc:mariadb:", 3306, """
            SELECT CONCAT('MariaDB ', VERSION(), ', innodb_buffer_pool_size ', @@innodb_buffer_pool_size DIV 1048576,
                          ' MB, innodb_flush_log_at_trx_commit ', @@innodb_flush_log_at_trx_commit)
            """, "ANALYZE TABLE onlyonce_record", """
            SELECT data_length, index_length
            FROM information_schema.tables
            WHERE table_schema = DATABASE() AND table_name = 'onlyonce_record'
            """) {
        @Override
        public void setKey(PreparedStatement statement, int parameter, UUID key) throws SQLException {
            statement.setBytes(
                    parameter,
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(key.getMostSignificantBits())
                            .putLong(key.getLeastSignificantBits())
                            .array());
        }

        @Override
        public String keyLiteral(UUID key) {
            return "UNHEX('" + key.toString().replace("-", "") + "')";
        }
    };

    private final String prefix;
    private final int port;
    private final String describe;
    private final String analyze;
    private final String sizes;

    Server(String prefix, int port, String describe, String analyze, String sizes) {
        this.prefix = prefix;
        this.port = port;
        this.describe = describe;
        this.analyze = analyze;
        this.sizes = sizes;
    }

    /** The make that this JDBC URL leads to. */
    public static Server of(String url) {
        for (Server server : values()) {
            if (url.startsWith(server.prefix)) {
                return server;
            }
        }
        throw new IllegalArgumentException(
                "The URL \"" + url + "\" begins neither with jdbc:postgresql: nor with jdbc:mariadb:.");
    }

    /** Sets a parameter of the type that this server keeps UUIDs as: {@code uuid} or {@code BINARY(16)}. */
    public abstract void setKey(PreparedStatement statement, int parameter, UUID key) throws SQLException;

    /** The same as a literal. */
    public abstract String keyLiteral(UUID key);

    /** The port where such a server listens if the URL says nothing. */
    int port() {
        return port;
    }

    /** What the server is and how it is set up, as one text. */
    String describe() {
        return describe;
    }

    /** Brings the statistics of OnlyOnce's records up to date. */
    String analyze() {
        return analyze;
    }

    /** Bytes of the records' rows, bytes of their indexes. */
    String sizes() {
        return sizes;
    }
}
