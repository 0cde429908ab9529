package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.transaction.TransactionRunner.Ended;
import io.onlyonce.transaction.TransactionRunner.Unit;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The order of things on the connection, and what becomes of failures that no server can be made to have on time. */
class JdbcTransactionsTest {
    private final SQLException broken = new SQLException("broken", "08006", 0);
    private final SQLException refused = new SQLException("deferred constraint", "23505", 0);

    private final FakeConnection connection = new FakeConnection();
    private final JdbcTransactions transactions = new JdbcTransactions(connection.source());

    @Test
    @DisplayName("auto-commit goes off before the unit and on again after the commit")
    void order() throws Exception {
        assertThat(transactions.<String>run(() -> Ended.commit("kept"))).isEqualTo("kept");
        assertThat(connection.calls()).containsExactly("setAutoCommit false", "commit", "setAutoCommit true", "close");
    }

    @Test
    @DisplayName("a pool whose connections are never in auto-commit gets them back so")
    void autoCommitOff() throws Exception {
        connection.autoCommit(false);
        transactions.run(() -> Ended.rollBack(true));
        assertThat(connection.calls()).containsExactly("rollback", "close");
        assertThat(connection.autoCommit()).isFalse();
    }

    @Test
    @DisplayName("B-40 no connection to be had: store unavailable, the unit never runs")
    void noConnection() {
        connection.failing("getConnection", new SQLException("pool empty", "08001", 0));
        assertThatThrownBy(() -> transactions.run(neverRuns())).isInstanceOf(StoreUnavailableException.class);
        assertThat(transactions.joins()).isFalse();
    }

    @Test
    @DisplayName("a connection that cannot begin is closed: store unavailable")
    void cannotBegin() {
        connection.failing("setAutoCommit false", broken);
        assertThatThrownBy(() -> transactions.run(neverRuns()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasCause(broken);
        assertThat(connection.calls()).endsWith("close");
    }

    @Test
    @DisplayName("B-15 the connection breaks during the commit: nobody knows, and the connection is thrown away")
    void commitUnknown() {
        connection.failing("commit", broken).failing("rollback", broken);
        assertThatThrownBy(() -> transactions.run(() -> Ended.commit(true)))
                .isInstanceOf(CommitUnknownException.class)
                .hasCause(broken);
        assertThat(connection.calls()).containsExactly("setAutoCommit false", "commit", "rollback", "abort", "close");
    }

    @Test
    @DisplayName("B-15 the database refuses the commit: its exception, after a rollback")
    void commitRefused() {
        connection.failing("commit", refused);
        assertThatThrownBy(() -> transactions.run(() -> Ended.commit(true))).isSameAs(refused);
        assertThat(connection.calls())
                .containsExactly("setAutoCommit false", "commit", "rollback", "setAutoCommit true", "close");
    }

    @Test
    @DisplayName(
            "a rollback that fails does not hide the failure before it, and never turns auto-commit on over open writes")
    void rollbackFails() {
        IllegalStateException business = new IllegalStateException("no stock");
        connection.failing("rollback", broken);
        assertThatThrownBy(() -> transactions.run(() -> {
                    throw business;
                }))
                .isSameAs(business)
                .hasSuppressedException(broken);
        assertThat(connection.calls()).containsExactly("setAutoCommit false", "rollback", "abort", "close");
    }

    @Test
    @DisplayName("a rollback that fails does not take the unit's result away: nothing is kept either way")
    void rollbackOfResultFails() throws Exception {
        connection.failing("rollback", broken);
        assertThat(transactions.<String>run(() -> Ended.rollBack("replayed"))).isEqualTo("replayed");
        assertThat(connection.calls()).containsExactly("setAutoCommit false", "rollback", "abort", "close");
    }

    @Test
    @DisplayName("what fails after the commit does not turn it into a failure")
    void afterCommit() throws Exception {
        connection.failing("setAutoCommit true", broken).failing("close", broken);
        assertThat(transactions.<String>run(() -> Ended.commit("kept"))).isEqualTo("kept");
    }

    @Test
    @DisplayName("work that closes the connection is told so")
    void closedInside() {
        assertThatThrownBy(() -> transactions.run(() -> {
                    transactions.connection().close();
                    return Ended.commit(true);
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("closed the transaction's connection");
        assertThat(connection.calls()).doesNotContain("commit");
    }

    @Test
    @DisplayName(
            "B-16 a savepoint that is gone means that the whole transaction is: swallowing that does not commit the rest")
    void savepointGone() {
        SQLException deadlock = new SQLException("deadlock", "40001", 1213);
        connection.failing("rollback to savepoint", new SQLException("SAVEPOINT does not exist", "42000", 1305));
        assertThatThrownBy(() -> transactions.run(() -> {
                    assertThatThrownBy(() -> transactions.run(() -> {
                                throw deadlock;
                            }))
                            .isSameAs(deadlock);
                    return Ended.commit(true);
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("the error was swallowed");
        assertThat(connection.calls())
                .containsExactly(
                        "setAutoCommit false",
                        "setSavepoint",
                        "rollback to savepoint",
                        "rollback",
                        "setAutoCommit true",
                        "close");
    }

    @Test
    @DisplayName("outside a unit there is no connection")
    void outside() {
        assertThatThrownBy(transactions::connection)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No transaction is open on this thread");
    }

    private static Unit<String> neverRuns() {
        return () -> {
            throw new AssertionError("The unit ran.");
        };
    }
}
