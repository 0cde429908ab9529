package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** H2, in any compatibility mode. A decision that is there raises 23505. */
record H2Shards(RecordSql values) implements ShardSql {
    private static final String FIND = "SELECT shard FROM onlyonce_shard WHERE route_key = ?";

    private static final String PUT = """
            INSERT INTO onlyonce_shard (route_key, shard, decided_at)
            VALUES (?, ?, CURRENT_TIMESTAMP)
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
        return H2Records.inserted(put);
    }
}
