package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The statements on {@code onlyonce_shard} in one database's words, each whole. */
interface ShardSql {
    /** Reads a decision: route key. */
    String find();

    /** Decides: route key, shard. */
    String put();

    /**
     * Executes {@link #put}, waiting for a transaction that decides the same.
     *
     * @return false if it is decided
     */
    boolean inserted(PreparedStatement put) throws SQLException;

    /** How this database takes texts. */
    RecordSql values();
}
