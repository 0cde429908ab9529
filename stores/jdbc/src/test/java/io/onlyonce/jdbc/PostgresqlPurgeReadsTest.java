package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How much of an index a purge reads while an old snapshot keeps PostgreSQL from clearing away what was deleted. */
@DisplayName("B-43 the purge on PostgreSQL reads no dead index entries again")
class PostgresqlPurgeReadsTest {
    private static final int BATCHES = 20;
    private static final int BATCH = 50;

    /** Small tables are read without an index; here it is the index that matters. */
    private static final String BY_INDEX = """
            DO $$ BEGIN
                EXECUTE format('ALTER DATABASE %I SET enable_seqscan = off', current_database());
                EXECUTE format('ALTER DATABASE %I SET enable_bitmapscan = off', current_database());
            END $$
            """;

    private static final String FILL_TOKENS = """
            INSERT INTO onlyonce_token (id, purpose, subject, target, uses_left, issued_at, expires_at)
            SELECT decode(md5(n::text), 'hex'), 'p', 's', 't', 1, now() - interval '2 days', now() - interval '1 day' + n * interval '1 ms'
            FROM generate_series(1, ?) AS n
            """;

    private static final String FILL_MARKS = """
            INSERT INTO onlyonce_used_mark (id, expires_at)
            SELECT decode(md5(n::text), 'hex'), now() - interval '1 day' + n * interval '1 ms' FROM generate_series(1, ?) AS n
            """;

    private static final String FILL_RECORDS = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, completed_at, expires_at, answer)
            SELECT md5(n::text)::uuid, 'shop', 'pay', n::text, decode('01', 'hex'), n, 1, now() - interval '2 days', 'D',
                   now() - interval '2 days', now() - interval '1 day' + n * interval '1 ms', decode('41', 'hex')
            FROM generate_series(1, ?) AS n
            """;

    private static final String FILL_AUDIT = """
            INSERT INTO onlyonce_audit (id, record_id, operation, scope_digest, key_digest, event, state, attempt, took_us)
            SELECT lpad(to_hex(n), 32, '0')::uuid, md5(n::text)::uuid, 'pay', 's', 'k', 'first', 'done', 1, 1
            FROM generate_series(1, ?) AS n
            """;

    private static final String READ = "SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname = ?";

    /** A session tells what it has read when it ends. */
    private static final String OTHERS = """
            SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            """;

    private Tables tables;

    @BeforeEach
    void open() {
        TestDatabase database = TestServers.postgres();
        database.execute(BY_INDEX);
        tables = Tables.in(database, database.unpooled());
    }

    @AfterEach
    void close() {
        tables.close();
    }

    /** Purges all, and looks how many entries of the index were read for it: each once at least; from the beginning each time it would be ten times as many. */
    private void purge(String fill, String table, String index, IntUnaryOperator batch) throws SQLException {
        assertThat(tables.update(fill, BATCHES * BATCH)).isEqualTo(BATCHES * BATCH);
        try (Connection old = tables.database().unpooled().getConnection();
                Statement snapshot = old.createStatement()) {
            old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            old.setAutoCommit(false);
            assertThat(snapshot.execute("SELECT 1 FROM effect")).isTrue();
            for (int i = 0; i < BATCHES; i++) {
                assertThat(batch.applyAsInt(BATCH)).isEqualTo(BATCH);
            }
            old.rollback();
        }
        assertThat(tables.count("SELECT COUNT(*) FROM " + table)).isZero();
        await().atMost(Duration.ofMinutes(1)).until(() -> tables.database().queryLong(OTHERS) == 0);
        long read = tables.database().queryLong(READ, index);
        assertThat(read).as("entries read of " + index).isBetween((long) BATCHES * BATCH, 4L * BATCHES * BATCH);
    }

    @Test
    @DisplayName("records")
    void records() throws SQLException {
        JdbcRecordMaintenance records = new JdbcRecordMaintenance(tables.pool());
        purge(FILL_RECORDS, "onlyonce_record", "onlyonce_record_expires_at", records::purgeExpired);
    }

    @Test
    @DisplayName("tokens, and then marks")
    void tokens() throws SQLException {
        JdbcTokenMaintenance tokens = new JdbcTokenMaintenance(tables.pool());
        purge(FILL_TOKENS, "onlyonce_token", "onlyonce_token_expires_at", tokens::purgeExpired);
        purge(FILL_MARKS, "onlyonce_used_mark", "onlyonce_used_mark_expires_at", tokens::purgeExpired);
    }

    @Test
    @DisplayName("entries of the audit table")
    void audit() throws SQLException {
        JdbcAudit audit = new JdbcAudit(tables.pool());
        purge(FILL_AUDIT, "onlyonce_audit", "onlyonce_audit_pkey", limit -> audit.purge(Instant.now(), limit));
    }
}
