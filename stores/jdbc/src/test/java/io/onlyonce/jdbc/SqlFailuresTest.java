package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What drivers report, and what it means. States and codes as the drivers give them. */
class SqlFailuresTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "PostgreSQL deadlock, 40P01, 0, true",
        "PostgreSQL serialisation, 40001, 0, true",
        "MariaDB deadlock, 40001, 1213, true",
        "MariaDB snapshot too old, HY000, 1020, true",
        "MySQL lock wait under a deadlock's state, 40001, 1205, false",
        "MariaDB lock wait, HY000, 1205, false",
        "H2 deadlock, 40001, 40001, true",
        "H2 lock wait, HYT00, 50200, false",
        "PostgreSQL lock wait, 55P03, 0, false",
        "PostgreSQL statement in an aborted transaction, 25P02, 0, false",
        "PostgreSQL duplicate, 23505, 0, false",
        "a code alone, 42000, 1020, false",
        "no state, , 19, false"
    })
    @DisplayName("B-17 retryable is what undid the whole transaction, and nothing else")
    void retryable(String what, String state, int code, boolean expected) {
        assertThat(SqlFailures.retryable(new SQLException(what, state, code))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "connection broken, 08006, 0, true",
        "MySQL transaction's end unknown, 08007, 0, true",
        "PostgreSQL shut down, 57P01, 0, true",
        "PostgreSQL crashed, 57P02, 0, true",
        "PostgreSQL starting, 57P03, 0, true",
        "H2 connection broken, 90067, 90067, true",
        "H2 closed, 90121, 90121, true",
        "PostgreSQL statement time-out, 57014, 0, false",
        "syntax, 42601, 0, false"
    })
    @DisplayName("a connection is lost by its state")
    void connectionLost(String what, String state, int code, boolean expected) {
        assertThat(SqlFailures.connectionLost(new SQLException(what, state, code)))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("B-40 a pool that has no connection left counts as no connection")
    void poolTimeout() {
        assertThat(SqlFailures.connectionLost(new SQLTransientConnectionException("Connection is not available")))
                .isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "PostgreSQL, 55P03, 0, true",
        "MariaDB, HY000, 1205, true",
        "MySQL, 40001, 1205, true",
        "MySQL NOWAIT, HY000, 3572, true",
        "a deadlock, 40001, 1213, false",
        "a duplicate, 23505, 0, false"
    })
    @DisplayName("a lock wait that is over is told apart from a deadlock")
    void lockWaitOver(String what, String state, int code, boolean expected) {
        assertThat(SqlFailures.lockWaitOver(new SQLException(what, state, code)))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("a query time-out counts as a lock wait that is over")
    void queryTimeout() {
        assertThat(SqlFailures.lockWaitOver(new SQLTimeoutException("Statement cancelled due to timeout")))
                .isTrue();
    }

    @Test
    @DisplayName("causes and chained exceptions count, however deep")
    void deep() {
        SQLException deadlock = new SQLTransactionRollbackException("deadlock", "40001", 1213);
        BatchUpdateException batch = new BatchUpdateException("batch", "HY000", 0, new int[0]);
        batch.setNextException(deadlock);
        assertThat(SqlFailures.retryable(new IllegalStateException("layer", new RuntimeException("layer", batch))))
                .isTrue();
    }

    @Test
    @DisplayName("what went wrong after the failure does not count")
    void suppressed() {
        Exception business = new IllegalStateException("no stock");
        business.addSuppressed(new SQLException("while rolling back", "08006", 0));
        business.addSuppressed(new SQLException("while rolling back", "40001", 0));
        assertThat(SqlFailures.connectionLost(business)).isFalse();
        assertThat(SqlFailures.retryable(business)).isFalse();
    }

    @Test
    @DisplayName("causes that go round in a circle end")
    void circle() {
        Exception outer = new IllegalStateException("outer");
        Exception inner = new IllegalStateException("inner", outer);
        outer.initCause(inner);
        assertThat(SqlFailures.retryable(outer)).isFalse();
    }

    @Test
    @DisplayName("a store's failure says what to do, and keeps the driver's exception")
    void storeFailure() {
        SQLException lost = new SQLException("broken", "08006", 0);
        assertThat(SqlFailures.storeFailure(lost))
                .isInstanceOf(StoreUnavailableException.class)
                .hasCause(lost);
        SQLException aborted = new SQLException("current transaction is aborted", "25P02", 0);
        assertThat(SqlFailures.storeFailure(aborted))
                .isInstanceOf(MisuseException.class)
                .hasCause(aborted);
        SQLException missing = new SQLException("relation does not exist", "42P01", 0);
        assertThat(SqlFailures.storeFailure(missing))
                .isInstanceOf(JdbcStoreException.class)
                .hasCause(missing)
                .hasMessageContaining("SQLState 42P01")
                .hasMessageContaining("JdbcSchema.check");
    }
}
