package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** MariaDB and MySQL. A decision that is there raises 1062; not INSERT IGNORE, which hides other errors, too. */
record InnodbShards(RecordSql values) implements ShardSql {
    private static final String FIND = "SELECT shard FROM onlyonce_shard WHERE route_key = ?";

    private static final String PUT = """
            INSERT INTO onlyonce_shard (route_key, shard, decided_at)
            VALUES (?, ?, UTC_TIMESTAMP(6))
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
        return InnodbRecords.inserted(put);
    }
}
