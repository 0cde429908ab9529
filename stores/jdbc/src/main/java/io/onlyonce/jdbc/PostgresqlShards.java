package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** PostgreSQL. A decision that is there is a row count of 0. */
record PostgresqlShards(RecordSql values) implements ShardSql {
    private static final String FIND = "SELECT shard FROM onlyonce_shard WHERE route_key = ?";

    private static final String PUT = """
            INSERT INTO onlyonce_shard (route_key, shard, decided_at)
            VALUES (?, ?, clock_timestamp())
            ON CONFLICT (route_key) DO NOTHING
            """;

    @Override
    public String find() {
        return FIND;
    }

    @Override
    public String put() {
        return PUT;
    }

    @Override
    public boolean inserted(PreparedStatement put) throws SQLException {
        return put.executeUpdate() == 1;
    }
}
