package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Outcome;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An instance of this release and one of the release before work on the same tables, which have been brought up to this one. */
abstract class SideBySideSuite {
    private Tables tables;
    private Node now;
    private Release6 before;

    abstract TestDatabase newDatabase();

    @BeforeEach
    void open() throws SQLException {
        tables = Tables.in(newDatabase());
        now = Node.on(tables.pool());
        before = Release6.on(tables.pool());
    }

    @AfterEach
    void close() {
        assertThat(tables.claims()).as("claims that nobody completes").isZero();
        tables.close();
    }

    @Test
    @DisplayName("the version of the release before still stands in the schema, so its instances may be started again")
    void version() {
        assertThat(tables.count("SELECT COUNT(*) FROM onlyonce_schema WHERE version = 6"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("what the release before has done is replayed by this one, and the other way round")
    void bothDirections() throws Exception {
        assertThat(before.pay("old")).isEqualTo("paid old");
        assertThat(now.pay("old")).isEqualTo(new Outcome.Replayed<>("paid old"));
        assertThat(now.pay("new")).isEqualTo(new Outcome.Executed<>("paid new"));
        assertThat(before.pay("new")).isEqualTo("paid new");
        assertThat(tables.effects("old")).isEqualTo(1);
        assertThat(tables.effects("new")).isEqualTo(1);
        assertThat(tables.records()).isEqualTo(2);
    }

    @Test
    @DisplayName("each puts a claim of its own in the place of what the other has left to expire")
    void expired() throws Exception {
        before.pay("old");
        now.pay("new");
        tables.expire(Node.key("old"));
        tables.expire(Node.key("new"));
        assertThat(now.pay("old")).isInstanceOf(Outcome.Executed.class);
        assertThat(before.pay("new")).isEqualTo("paid new");
        assertThat(now.pay("new")).isInstanceOf(Outcome.Replayed.class);
        assertThat(before.pay("old")).isEqualTo("paid old");
        assertThat(tables.effects("old")).isEqualTo(2);
        assertThat(tables.effects("new")).isEqualTo(2);
    }

    @Test
    @DisplayName("B-43 the release before passes by a claim that outlasts its own expiry, and the answer is kept")
    void purgeBesideClaim() throws Exception {
        before.pay("other");
        tables.expire(Node.key("other"));
        now.run("k", attempt -> {
            tables.expire(now.transactions().connection(), Node.key("k"));
            assertThat(Herd.of(1).runAll(member -> before.purge())).containsExactly(1);
            return "done";
        });
        assertThat(now.pay("k")).isEqualTo(new Outcome.Replayed<>("done"));
        assertThat(before.purge()).isZero();
    }

    @Test
    @DisplayName("four copies of one request at once, two at each release: one effect, one answer for all")
    void atOnce() {
        for (int round = 0; round < 50; round++) {
            String key = "k-" + round;
            List<String> answers =
                    Herd.of(4).runAll(member -> member % 2 == 0 ? now.pay(key).orElseThrow() : before.pay(key));
            assertThat(answers).containsOnly("paid " + key);
            assertThat(tables.effects(key)).isEqualTo(1);
            assertThat(tables.records(Node.key(key))).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-43 each purges what the other has left, and nothing that is live")
    void purges() throws Exception {
        assertThat(before.pay("old")).isEqualTo("paid old");
        assertThat(now.pay("new").orElseThrow()).isEqualTo("paid new");
        assertThat(before.pay("live")).isEqualTo("paid live");
        tables.expire(Node.key("new"));
        assertThat(before.purge()).isEqualTo(1);
        tables.expire(Node.key("old"));
        assertThat(new JdbcRecordMaintenance(tables.pool()).purgeExpired(500)).isEqualTo(1);
        assertThat(tables.records()).isEqualTo(1);
        assertThat(now.pay("live")).isEqualTo(new Outcome.Replayed<>("paid live"));
    }
}
