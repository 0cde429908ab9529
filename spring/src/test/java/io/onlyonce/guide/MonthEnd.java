package io.onlyonce.guide;

import io.onlyonce.jdbc.JdbcLockProvider;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Work that no two instances should do at once, under a lock with a fence. */
final class MonthEnd {
    private final JdbcTransactions transactions;
    private final Locks locks;

    MonthEnd(DataSource dataSource, JdbcTransactions transactions) {
        this.transactions = transactions;
        locks = new Locks(new JdbcLockProvider(dataSource), transactions);
    }

    boolean close(String month) throws Exception {
        LockName name = new LockName("closing/" + month);
        LockTerms terms = new LockTerms(Duration.ofSeconds(2), Duration.ofSeconds(30)); // wait, lease
        return locks.run(name, terms, lock -> {
            if (isClosed(month)) { // look again: whoever had the lock before may have done it
                return false;
            }
            long total = sum(month); // takes its time; the lock is renewed meanwhile
            lock.mustBeHeld();
            return transactions.run(() -> {
                String close = "UPDATE closing SET total = ?, closed = true, fence = ? WHERE month = ? AND fence <= ?";
                long fence = lock.fence().number();
                int rows = update(close, total, fence, month, fence);
                return rows == 1 ? Ended.commit(true) : Ended.rollBack(false); // 0: somebody has overtaken us
            });
        });
    }

    private boolean isClosed(String month) throws Exception {
        return transactions.run(
                () -> Ended.commit(number("SELECT count(*) FROM closing WHERE month = ? AND closed", month) == 1));
    }

    private long sum(String month) throws Exception {
        return transactions.run(
                () -> Ended.commit(number("SELECT coalesce(sum(amount), 0) FROM posting WHERE month = ?", month)));
    }

    private long number(String sql, String month) throws SQLException {
        try (PreparedStatement statement = transactions.connection().prepareStatement(sql)) {
            statement.setString(1, month);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = transactions.connection().prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
