package io.onlyonce.jdbc;

import io.onlyonce.record.RecordId;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The statements on {@code onlyonce_audit} in one database's words. The ones that read are put together by {@link JdbcAudit}, since each search has conditions of its own, out of
 * words that all databases share.
 */
interface AuditSql {
    /** Inserts an entry unless it is there: the columns in their order, without {@code written_at}. */
    String append();

    /**
     * Deletes the oldest entries, and commits, passing by those that others hold.
     *
     * @param connection in auto-commit, at READ COMMITTED
     * @param from passes by what stands before, and by what is left of it in the index; null = begins at the beginning
     * @param before the first that stays
     */
    PurgedBatch<RecordId> purge(Connection connection, @Nullable RecordId from, RecordId before, int limit)
            throws SQLException;

    /** The end of a query that returns so many rows at most: limit. */
    String limited();

    /** How this database takes ids and texts. */
    RecordSql values();
}
