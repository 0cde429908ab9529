package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.VersionConflictException;
import io.onlyonce.jdbc.Tables;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import io.onlyonce.version.ConflictPolicy;
import io.onlyonce.version.VersionCheck;
import io.onlyonce.version.VersionedUpdate;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link JdbcVersions} and its policies on some database. */
abstract class VersionsSuite {
    private final Tables tables;
    private final JdbcVersions versions;
    private final VersionCheck check;
    private final String id = UUID.randomUUID().toString();

    VersionsSuite(Tables tables) {
        this.tables = tables;
        this.versions = new JdbcVersions(tables.transactions(), new VersionedTable("article", "id", "version"));
        this.check = new VersionCheck(tables.transactions());
    }

    /** Makes the table; once per database. */
    static void create(Tables tables) {
        tables.database()
                .execute(
                        "CREATE TABLE article (id VARCHAR(64) NOT NULL PRIMARY KEY, text VARCHAR(200), number INT, version BIGINT NOT NULL)");
    }

    private void insert(String id) {
        tables.update("INSERT INTO article (id, text, number, version) VALUES (?, 'first', 0, 1)", id);
    }

    private long version(String id) {
        return tables.count("SELECT version FROM article WHERE id = ?", id);
    }

    private VersionedUpdate update(long expected, String text) throws Exception {
        return tables.transactions().run(() -> Ended.commit(versions.update(id, expected, Map.of("text", text))));
    }

    @Test
    @DisplayName(
            "a change by the right version counts it up; by an old one it is a conflict; other rows stay as they are")
    void byVersion() throws Exception {
        String other = UUID.randomUUID().toString();
        insert(id);
        insert(other);
        assertThat(update(1, "second")).isEqualTo(new VersionedUpdate.Updated(2));
        assertThat(update(1, "third")).isEqualTo(new VersionedUpdate.Conflict(1, 2));
        assertThat(update(2, "second")).as("equal values, a new version").isEqualTo(new VersionedUpdate.Updated(3));
        assertThat(version(id)).isEqualTo(3);
        assertThat(version(other)).as("the id stands in the WHERE").isEqualTo(1);
        assertThat(tables.count("SELECT COUNT(*) FROM article WHERE id = ? AND text = 'second'", id))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("no row, no change, no column, a bad name, no transaction: each told apart, nothing changed")
    void misuse() throws Exception {
        assertThat(update(1, "x")).isEqualTo(new VersionedUpdate.NotFound());
        assertThatThrownBy(() -> new VersionedUpdate.NotFound().orElseThrow("article 7"))
                .hasMessageContaining("article 7");
        insert(id);
        assertThatThrownBy(() -> versions.update(id, 1, Map.of("text", "x"))).isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> versions.update(id, 1, Map.of())).hasMessageContaining("no column");
        assertThatThrownBy(() -> tables.transactions()
                        .run(() -> Ended.commit(versions.update(id, 1, Map.of("text = '', version", "x")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text = ''");
        assertThatThrownBy(() -> new VersionedTable("article; DROP TABLE article", "id", "version"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(version(id)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "eight who count up with retries, each 20 times: what is counted is what succeeded; reports lose nothing silently")
    void counting() {
        insert(id);
        List<Integer> counted = Herd.of(8).runAll(member -> {
            int successes = 0;
            for (int i = 0; i < 20; i++) {
                try {
                    check.run(new ConflictPolicy.Retry<>(3), this::countUp);
                    successes++;
                } catch (VersionConflictException stillContended) {
                    assertThat(stillContended.current()).isGreaterThan(stillContended.expected());
                }
            }
            return successes;
        });
        int sum = counted.stream().mapToInt(Integer::intValue).sum();
        assertThat(tables.count("SELECT number FROM article WHERE id = ?", id)).isEqualTo(sum);
        assertThat(version(id)).isEqualTo(1 + sum);
        assertThat(sum).isPositive();
    }

    private Ended<Boolean> countUp() throws SQLException {
        try (PreparedStatement statement = tables.transactions()
                .connection()
                .prepareStatement("SELECT number, version FROM article WHERE id = ?")) {
            statement.setString(1, id);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                int number = row.getInt(1);
                versions.update(id, row.getLong(2), Map.of("number", number + 1))
                        .orElseThrow("article " + id);
                return Ended.commit(true);
            }
        }
    }

    @Test
    @DisplayName("twenty with one version at once, fifty rounds: one wins, 19 meet a conflict")
    void oneWins() {
        insert(id);
        for (int round = 1; round <= 50; round++) {
            long seen = round;
            List<VersionedUpdate> ends = Herd.of(20).runAll(member -> update(seen, "by " + member));
            assertThat(ends)
                    .filteredOn(end -> end instanceof VersionedUpdate.Updated)
                    .hasSize(1);
            assertThat(ends)
                    .filteredOn(end -> !(end instanceof VersionedUpdate.Updated))
                    .containsOnly(new VersionedUpdate.Conflict(seen, seen + 1));
        }
        assertThat(version(id)).isEqualTo(51);
    }

    @Test
    @DisplayName(
            "the policies: report throws and keeps nothing, retry runs the whole unit anew, return current answers with what is there")
    void policies() throws Exception {
        insert(id);
        int[] runs = {0};
        assertThatThrownBy(() -> check.run(new ConflictPolicy.Report<Boolean>(), () -> {
                    runs[0]++;
                    tables.effect(id);
                    versions.update(id, 7, Map.of("text", "x")).orElseThrow("article " + id);
                    return Ended.commit(true);
                }))
                .isInstanceOf(VersionConflictException.class)
                .hasMessageContaining("version 1")
                .hasMessageContaining("version 7");
        assertThat(runs[0]).isEqualTo(1);
        assertThat(tables.effects(id)).isZero();

        runs[0] = 0;
        assertThat(check.run(new ConflictPolicy.Retry<>(3), () -> {
                    long expected = ++runs[0] == 3 ? 1 : 7;
                    tables.effect(id);
                    return Ended.commit(versions.update(id, expected, Map.of("text", "retried"))
                            .orElseThrow("article " + id));
                }))
                .isEqualTo(2);
        assertThat(runs[0]).isEqualTo(3);
        assertThat(tables.effects(id)).as("only the last run was kept").isEqualTo(1);

        assertThat(check.run(
                        new ConflictPolicy.ReturnCurrent<>(() -> "version " + version(id)),
                        () -> Ended.commit("version "
                                + versions.update(id, 7, Map.of("text", "x")).orElseThrow("article " + id))))
                .isEqualTo("version 2");
        assertThatThrownBy(() -> new ConflictPolicy.Retry<>(4)).hasMessageContaining("2 or 3");
        assertThatThrownBy(() -> new ConflictPolicy.Retry<>(1)).hasMessageContaining("2 or 3");
        assertThatThrownBy(() -> tables.transactions()
                        .run(() -> Ended.commit(check.run(new ConflictPolicy.Retry<>(2), this::countUp))))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("inside one already");
    }

    @Test
    @DisplayName("a conflict waits for the transaction that holds the row, and tells the version that it committed")
    void waits() throws Exception {
        insert(id);
        try (SideTransaction holder = SideTransaction.begin(tables.transactions())) {
            holder.call(() -> versions.update(id, 1, Map.of("text", "held")));
            List<VersionedUpdate> ends = Herd.of(2).runAll(member -> {
                if (member == 0) {
                    return update(1, "late");
                }
                holder.commit();
                return new VersionedUpdate.NotFound();
            });
            assertThat(ends.get(0)).isEqualTo(new VersionedUpdate.Conflict(1, 2));
        }
    }
}
