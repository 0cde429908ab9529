package io.onlyonce.guide;

import io.onlyonce.OnlyOnce;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.saga.Participant;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A bank's branch with a database of its own. */
final class Branch {
    private final JdbcTransactions transactions;
    private final Participant participant;

    Branch(String name, DataSource dataSource) {
        JdbcSchema.createIfMissing(dataSource);
        transactions = new JdbcTransactions(dataSource);
        OnlyOnce onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions);
        participant = new Participant(name, onlyOnce, transactions);
    }

    Participant participant() {
        return participant;
    }

    /** In the transaction that is open. */
    String book(String account, BigDecimal amount) throws SQLException, AccountClosedException {
        String sql = "UPDATE account SET balance = balance + ? WHERE name = ? AND NOT closed";
        try (PreparedStatement statement = transactions.connection().prepareStatement(sql)) {
            statement.setBigDecimal(1, amount);
            statement.setString(2, account);
            if (statement.executeUpdate() != 1) {
                throw new AccountClosedException(account);
            }
        }
        return account;
    }
}
