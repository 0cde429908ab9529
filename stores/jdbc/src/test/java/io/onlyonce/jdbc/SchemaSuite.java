package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Making and checking the tables on some database. */
abstract class SchemaSuite {
    private static final int INSTANCES = 8;

    private TestDatabase database;
    private DataSource pool;

    abstract TestDatabase newDatabase();

    abstract String dropIndex();

    abstract String dropFences();

    @BeforeEach
    void open() {
        database = newDatabase();
        pool = database.dataSource(INSTANCES);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    @DisplayName("an empty database lacks all: the text names each thing, the script and the remedy")
    void nothing() {
        assertMissing(
                "table onlyonce_record",
                "onlyonce_fence",
                "table onlyonce_schema",
                "table onlyonce_token",
                "table onlyonce_used_mark",
                "table onlyonce_lock",
                "table onlyonce_step",
                "table onlyonce_inbox",
                "table onlyonce_audit",
                "V20261101_1__onlyonce.sql",
                "V20261130_1__onlyonce_tokens.sql",
                "V20261130_3__onlyonce_locks.sql",
                "V20261130_4__onlyonce_steps.sql",
                "V20261130_7__onlyonce_inbox.sql",
                "V20261130_8__onlyonce_audit.sql",
                "V20261201_3__onlyonce_expiry.sql",
                "createIfMissing");
    }

    @Test
    @DisplayName("eight instances that start at once make one schema, and none fails")
    void race() {
        for (int round = 0; round < 5; round++) {
            Herd.of(INSTANCES).runAll(member -> {
                JdbcSchema.createIfMissing(pool);
                JdbcSchema.check(pool);
                return true;
            });
            assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_schema"))
                    .isEqualTo(JdbcSchema.VERSION);
            database.execute(
                    "DROP TABLE onlyonce_audit",
                    "DROP TABLE onlyonce_inbox",
                    "DROP TABLE onlyonce_step",
                    "DROP TABLE onlyonce_record",
                    "DROP TABLE onlyonce_token",
                    "DROP TABLE onlyonce_used_mark",
                    "DROP TABLE onlyonce_lock",
                    dropFences(),
                    "DROP TABLE onlyonce_schema");
        }
    }

    @Test
    @DisplayName("the script may be run again: what is there stays")
    void again() {
        JdbcSchema.createIfMissing(pool);
        Dialect dialect = dialect();
        database.execute(JdbcSchema.statements(dialect).toArray(String[]::new));
        database.execute(JdbcSchema.statements(dialect).toArray(String[]::new));
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_schema")).isEqualTo(JdbcSchema.VERSION);
        assertThatCode(() -> JdbcSchema.check(pool)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("B-43 a missing index on the expiry is named, and made again")
    void index() {
        JdbcSchema.createIfMissing(pool);
        database.execute(dropIndex());
        assertMissing("index on onlyonce_record.expires_at");
    }

    @Test
    @DisplayName("a missing column is named")
    void column() {
        JdbcSchema.createIfMissing(pool);
        database.execute("ALTER TABLE onlyonce_record DROP COLUMN refusal_code");
        assertMissing("column onlyonce_record.refusal_code");
    }

    @Test
    @DisplayName("a missing primary key is named: without it nothing is protected")
    void primaryKey() {
        JdbcSchema.createIfMissing(pool);
        database.execute(
                "DROP TABLE onlyonce_step",
                "DROP TABLE onlyonce_record",
                "CREATE TABLE onlyonce_record (id INT, expires_at INT)");
        assertMissing(
                "primary key of onlyonce_record on id",
                "column onlyonce_record.scope",
                "index on onlyonce_record.expires_at");
    }

    @Test
    @DisplayName("a missing source of fences is named, and made again")
    void fences() {
        JdbcSchema.createIfMissing(pool);
        database.execute(dropFences());
        assertMissing("onlyonce_fence");
        JdbcSchema.createIfMissing(pool);
        JdbcSchema.check(pool);
    }

    @Test
    @DisplayName("a newer schema that leaves this release out is named, and nothing is put back into it")
    void leftOut() {
        JdbcSchema.createIfMissing(pool);
        database.execute("UPDATE onlyonce_schema SET version = 8 WHERE version = 7", "DROP TABLE onlyonce_audit");
        assertMissing(
                "onlyonce_schema has version 8, this release needs 7, which that version leaves out (upgrade the library)",
                "table onlyonce_audit");
        JdbcSchema.createIfMissing(pool);
        assertMissing("this release needs 7", "table onlyonce_audit");
        assertThat(database.queryLong("SELECT MAX(version) FROM onlyonce_schema"))
                .isEqualTo(8);
    }

    @Test
    @DisplayName("B-43 a newer schema that only adds suits this release: old and new instances run side by side")
    void newer() {
        JdbcSchema.createIfMissing(pool);
        database.execute(
                "INSERT INTO onlyonce_schema (version) VALUES (8)", "ALTER TABLE onlyonce_record ADD COLUMN mood INT");
        assertThatCode(() -> JdbcSchema.check(pool)).doesNotThrowAnyException();
        JdbcSchema.createIfMissing(pool);
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_schema")).isEqualTo(JdbcSchema.VERSION + 1);
    }

    @Test
    @DisplayName("a schema of a release before is named, and brought up to this one; its records stay")
    void versionBefore() {
        JdbcSchema.createIfMissing(pool);
        database.execute("DELETE FROM onlyonce_schema WHERE version = 7");
        assertMissing("onlyonce_schema has version 6, this release needs 7");
        database.execute("DELETE FROM onlyonce_schema WHERE version = 6", "DROP TABLE onlyonce_audit");
        assertMissing("onlyonce_schema has version 5, this release needs 7", "table onlyonce_audit");
        database.execute("DELETE FROM onlyonce_schema WHERE version = 5", "DROP TABLE onlyonce_inbox");
        assertMissing("onlyonce_schema has version 4, this release needs 7", "table onlyonce_inbox");
        database.execute("DELETE FROM onlyonce_schema WHERE version = 4", "DROP TABLE onlyonce_step");
        assertMissing("onlyonce_schema has version 3, this release needs 7", "table onlyonce_step");
        database.execute("DELETE FROM onlyonce_schema WHERE version = 3", "DROP TABLE onlyonce_lock");
        assertMissing("onlyonce_schema has version 2, this release needs 7", "table onlyonce_lock");
        database.execute(
                "DELETE FROM onlyonce_schema WHERE version = 2",
                "DROP TABLE onlyonce_token",
                "DROP TABLE onlyonce_used_mark",
                "INSERT INTO onlyonce_record (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state)"
                        + " SELECT " + someId() + ", 's', 'o', 'k', " + someBytes() + ", 1, 1, CURRENT_TIMESTAMP, 'C'");
        assertMissing("onlyonce_schema has version 1, this release needs 7", "table onlyonce_token");
        JdbcSchema.createIfMissing(pool);
        assertThatCode(() -> JdbcSchema.check(pool)).doesNotThrowAnyException();
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_record")).isEqualTo(1);
    }

    @Test
    @DisplayName("a token without a primary key, a mark without an index: named")
    void tokenTables() {
        JdbcSchema.createIfMissing(pool);
        database.execute(
                "DROP TABLE onlyonce_token",
                "CREATE TABLE onlyonce_token (id INT, expires_at INT)",
                "ALTER TABLE onlyonce_used_mark DROP COLUMN expires_at");
        assertMissing(
                "primary key of onlyonce_token on id",
                "column onlyonce_token.uses_left",
                "column onlyonce_used_mark.expires_at",
                "index on onlyonce_used_mark.expires_at");
    }

    @Test
    @DisplayName("a lock without a primary key: named, for without it several hold it")
    void lockTable() {
        JdbcSchema.createIfMissing(pool);
        database.execute("DROP TABLE onlyonce_lock", "CREATE TABLE onlyonce_lock (name INT, fence INT)");
        assertMissing(
                "primary key of onlyonce_lock on name",
                "column onlyonce_lock.owner",
                "column onlyonce_lock.lease_until");
    }

    @Test
    @DisplayName("an inbox without a primary key: named, for without it an entry is put twice")
    void inboxTable() {
        JdbcSchema.createIfMissing(pool);
        database.execute("DROP TABLE onlyonce_inbox", "CREATE TABLE onlyonce_inbox (source INT, tries INT)");
        assertMissing(
                "primary key of onlyonce_inbox on source",
                "column onlyonce_inbox.entry_id",
                "column onlyonce_inbox.due_at");
    }

    @Test
    @DisplayName("a row that is completed and never expires cannot be written; a claim may tell its expiry, or not")
    void expiryConstraint() {
        JdbcSchema.createIfMissing(pool);
        assertThatThrownBy(() -> database.execute(insert("'D', NULL")))
                .satisfies(e -> assertThat(e.getMessage()).containsIgnoringCase("onlyonce_record_answer_expires"));
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_record")).isZero();
        database.execute(insert("'C', CURRENT_TIMESTAMP"), "DELETE FROM onlyonce_record", insert("'C', NULL"));
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_record")).isEqualTo(1);
    }

    @Test
    @DisplayName("the rule of version 6, by which no claim tells its expiry, goes from a table that holds records")
    void expiryOfVersion6() {
        JdbcSchema.createIfMissing(pool);
        database.execute(
                "DELETE FROM onlyonce_schema WHERE version = 7",
                "ALTER TABLE onlyonce_record DROP CONSTRAINT onlyonce_record_answer_expires",
                "ALTER TABLE onlyonce_record ADD CONSTRAINT onlyonce_record_expiry CHECK ((state = 'C') = (expires_at IS NULL))",
                insert("'D', CURRENT_TIMESTAMP"));
        JdbcSchema.createIfMissing(pool);
        database.execute("UPDATE onlyonce_record SET state = 'C'");
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_record WHERE expires_at IS NOT NULL"))
                .isEqualTo(1);
        assertThatCode(() -> JdbcSchema.check(pool)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("run again beside a transaction that writes a record, the script of version 7 does not wait for it")
    void expiryAgain() throws Exception {
        JdbcSchema.createIfMissing(pool);
        List<String> all = JdbcSchema.statements(dialect());
        int before = IntStream.range(0, all.size())
                .filter(i -> all.get(i).contains("VALUES (6)"))
                .findFirst()
                .orElseThrow();
        String[] script = all.subList(before + 1, all.size()).toArray(String[]::new);
        try (Connection writer = pool.getConnection();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute(insert("'C', NULL"));
            assertThat(Herd.of(1).runAll(member -> {
                        database.execute(script);
                        return true;
                    }))
                    .containsExactly(true);
            writer.commit();
        }
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_record")).isEqualTo(1);
    }

    private String insert(String stateAndExpiry) {
        return "INSERT INTO onlyonce_record (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, expires_at)"
                + " SELECT " + someId() + ", 's', 'o', 'k', " + someBytes() + ", 1, 1, CURRENT_TIMESTAMP, "
                + stateAndExpiry;
    }

    String someId() {
        return "'00000000-0000-0000-0000-000000000001'";
    }

    String someBytes() {
        return "'\\x00'";
    }

    private void assertMissing(String... texts) {
        assertThatThrownBy(() -> JdbcSchema.check(pool))
                .isInstanceOf(MisuseException.class)
                .hasMessageContainingAll(texts);
    }

    private Dialect dialect() {
        try (Connection connection = pool.getConnection()) {
            return Dialect.of(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
