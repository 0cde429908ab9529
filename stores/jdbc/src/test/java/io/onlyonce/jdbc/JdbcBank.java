package io.onlyonce.jdbc;

import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.Bank;
import io.onlyonce.transaction.TransactionRunner;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Accounts in a table. */
record JdbcBank(Tables tables) implements Bank {
    JdbcBank {
        tables.database()
                .execute(
                        "CREATE TABLE account (name VARCHAR(100) NOT NULL PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0))");
    }

    @Override
    public TransactionRunner transactions() {
        return tables.transactions();
    }

    @Override
    public TransactionalRecordStore records() {
        return new JdbcRecordStore(tables.transactions());
    }

    @Override
    public void open(String account, long balance) {
        tables.update("INSERT INTO account (name, balance) VALUES (?, ?)", account, balance);
    }

    @Override
    public void add(String account, long amount) throws SQLException {
        try (PreparedStatement statement = tables.transactions()
                .connection()
                .prepareStatement("UPDATE account SET balance = balance + ? WHERE name = ?")) {
            statement.setLong(1, amount);
            statement.setString(2, account);
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("There is no account " + account + ".");
            }
        }
    }

    @Override
    public long balance(String account) {
        return tables.count("SELECT balance FROM account WHERE name = ?", account);
    }
}
