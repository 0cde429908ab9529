package io.onlyonce.jdbc;

/**
 * The statements on {@code onlyonce_audit} in one database's words. The ones that read are put together by {@link JdbcAudit}, since each search has conditions of its own, out of
 * words that all databases share.
 */
interface AuditSql {
    /** Inserts an entry unless it is there: the columns in their order, without {@code written_at}. */
    String append();

    /** Deletes the oldest entries before one, and commits: id, limit. */
    String purge();

    /** The end of a query that returns so many rows at most: limit. */
    String limited();

    /** How this database takes ids and texts. */
    RecordSql values();
}
