package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shapes of the application's statements that are refused before a database sees them. */
class SqlShapeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM t WHERE id = ? FOR UPDATE",
                "select a from t where id = ? for  no key\nupdate",
                "SELECT a FROM t WHERE id = ? FOR SHARE",
                "SELECT a FROM t WHERE id = ? LOCK IN SHARE MODE",
                "SELECT a FROM t WHERE id = ?;",
                "SELECT a FROM t; DELETE FROM t WHERE id = ?",
                "UPDATE t SET a = 1 WHERE id = ?",
                "WITH x AS (SELECT 1) SELECT a FROM t WHERE id = ?",
                "SELECT a FROM t",
                "SELECT a FROM t WHERE id = '?'",
                "SELECT a FROM t WHERE id = ? AND b = ?",
                ""
            })
    @DisplayName(
            "rows to lock: one plain SELECT with one parameter, all else is refused with the statement in the text")
    void rows(String query) {
        assertThatThrownBy(() -> Rows.of(query, row -> 1L))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("\"" + query + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM t WHERE id = ?",
                "  select \"for update?\", ';', `a?b` from t -- for update; ?\n where id = ? /* ; ? */",
                "SELECT 'it''s for update ?' FROM t WHERE id = ?"
            })
    @DisplayName("literals, names and comments do not count")
    void hidden(String query) {
        assertThatCode(() -> Rows.of(query, row -> 1L)).doesNotThrowAnyException();
        assertThat(SqlShape.of(query).parameters()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT IGNORE INTO t VALUES (?)",
                "INSERT LOW_PRIORITY IGNORE INTO t VALUES (?)",
                "INSERT INTO t VALUES (?) ON CONFLICT DO NOTHING",
                "INSERT INTO t VALUES (?) ON DUPLICATE KEY UPDATE a = 1",
                "INSERT INTO t VALUES (?) RETURNING id",
                "REPLACE INTO t VALUES (?)",
                "MERGE INTO t KEY (id) VALUES (?)",
                "INSERT INTO t VALUES (?);",
                "UPDATE t SET a = ?"
            })
    @DisplayName("B-19 an insert that hides errors or decides itself what a duplicate is: refused")
    void inserts(String insert) {
        assertThatThrownBy(() -> UniqueInsert.into(insert, (Long n) -> List.of(n)))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("\"" + insert + "\"");
        assertThatCode(() ->
                        UniqueInsert.into("INSERT INTO t VALUES (?, 'on conflict; ignore')", (Long n) -> List.of(n)))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("an identity with NULL, without parts or without an order is refused")
    void identities() {
        UniqueInsert.Into<Object> into = UniqueInsert.into("INSERT INTO t VALUES (?)", n -> List.of(n));
        String query = "SELECT a FROM t WHERE id = ?";
        assertThatThrownBy(() -> into.identifiedBy(query, n -> UniqueInsert.values((Object) null), row -> 1)
                        .identityOf(1))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("NULL");
        assertThatThrownBy(
                        () -> into.identifiedBy(query, n -> List.of(), row -> 1).identityOf(1))
                .isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> IdentityOrder.INSTANCE.compare(List.of(new Object()), List.of(new Object())))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("java.lang.Object");
        assertThatThrownBy(() -> into.identifiedBy(query + " FOR UPDATE", n -> List.of(n), row -> 1))
                .isInstanceOf(MisuseException.class);
    }

    @Test
    @DisplayName("identities have one order: by part, texts without regard to case first, bytes unsigned")
    void order() {
        IdentityOrder order = IdentityOrder.INSTANCE;
        assertThat(order.compare(List.of("a", 2L), List.of("B", 1L))).isNegative();
        assertThat(order.compare(List.of("a", 2L), List.of("a", 1L))).isPositive();
        assertThat(order.compare(List.of("a"), List.of("A"))).isPositive();
        assertThat(order.compare(List.of("a"), List.of("a", 1L))).isNegative();
        assertThat(order.compare(List.of(new byte[] {1}), List.of(new byte[] {-1})))
                .isNegative();
        assertThat(order.compare(List.of(1), List.of(1L)))
                .isEqualTo(-order.compare(List.of(1L), List.of(1)))
                .isNotZero();
        assertThat(order.compare(List.of("a", 1L), List.of("a", 1L))).isZero();
    }

    @Test
    @DisplayName("a wait is between a millisecond and a day")
    void waits() {
        for (Duration wrong :
                List.of(Duration.ZERO, Duration.ofNanos(10), Duration.ofSeconds(-1), Duration.ofDays(2))) {
            assertThatThrownBy(() -> LockWait.atMost(wrong))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining(wrong.toString());
        }
        assertThat(LockWait.atMost(Duration.ofMillis(1001)).seconds()).isEqualTo(2);
        assertThat(LockWait.none().isNone()).isTrue();
    }
}
