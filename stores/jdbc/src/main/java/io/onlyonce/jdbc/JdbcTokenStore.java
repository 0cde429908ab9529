package io.onlyonce.jdbc;

import io.onlyonce.token.Consumption;
import io.onlyonce.token.Issued;
import io.onlyonce.token.MultipleUse;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TokenTerms;
import io.onlyonce.token.TransactionalTokenStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Keeps the hashes of tokens in the table {@code onlyonce_token}, in the caller's transaction.
 *
 * <p>Issuing costs two statements, consuming one: an UPDATE that takes a use from the token's row if there is one left and it has not expired, found by the
 * primary key, which is the hash of token and binding. A foreign attempt therefore meets no row, and waits for no transaction that is using the token. An
 * attempt of the same binding does wait, for as long as the database lets it (PostgreSQL's {@code lock_timeout}, InnoDB's {@code innodb_lock_wait_timeout});
 * behind a {@link io.onlyonce.token.TokenGate} such copies meet at the record, whose wait the operation's patience bounds.
 *
 * <p>A used token's row stays until it expires and {@link JdbcTokenMaintenance} purges it. Thread-safe. All connections must lead to databases of one make.
 */
public final class JdbcTokenStore implements TransactionalTokenStore, MultipleUse {
    private final ConnectionSource transactions;
    private final SqlSource<TokenSql> sql;

    /**
     * A store that asks its first connection which database it has before it.
     *
     * @param transactions the transactions of the business writes, for example {@link JdbcTransactions}
     */
    public JdbcTokenStore(ConnectionSource transactions) {
        this(transactions, SqlSource.detected(Dialect::tokens));
    }

    /** A store for a database that does not tell its make, for example one that is compatible with another. */
    public JdbcTokenStore(ConnectionSource transactions, Dialect dialect) {
        this(transactions, SqlSource.of(Dialect::tokens, dialect));
    }

    private JdbcTokenStore(ConnectionSource transactions, SqlSource<TokenSql> sql) {
        this.transactions = transactions;
        this.sql = sql;
    }

    @Override
    public Issued issue(TokenBinding binding, Duration lifetime) {
        return issue(binding, TokenTerms.once(lifetime));
    }

    @Override
    public Issued issue(TokenBinding binding, TokenTerms terms) {
        OneTimeToken token = OneTimeToken.random();
        byte[] id = TokenHash.of(token, binding).bytes();
        try {
            Connection connection = TransactionConnection.of(transactions);
            TokenSql words = sql.on(connection);
            insert(connection, words, id, binding, terms);
            return new Issued(token, expiry(connection, words, id));
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
    }

    private static void insert(Connection connection, TokenSql words, byte[] id, TokenBinding binding, TokenTerms terms)
            throws SQLException {
        RecordSql values = words.values();
        try (PreparedStatement statement = connection.prepareStatement(words.issue())) {
            statement.setBytes(1, id);
            values.setText(statement, 2, binding.purpose());
            values.setText(statement, 3, binding.subject().text());
            values.setText(statement, 4, binding.target());
            statement.setInt(5, terms.uses());
            values.setDuration(statement, 6, terms.lifetime());
            statement.executeUpdate();
        }
    }

    private static Instant expiry(Connection connection, TokenSql words, byte[] id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(words.expiry())) {
            statement.setBytes(1, id);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException(JdbcTexts.tokenVanished());
                }
                return Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS);
            }
        }
    }

    @Override
    public Consumption consume(OneTimeToken token, TokenBinding binding) {
        int rows;
        try {
            Connection connection = TransactionConnection.of(transactions);
            try (PreparedStatement statement =
                    connection.prepareStatement(sql.on(connection).consume())) {
                statement.setBytes(1, TokenHash.of(token, binding).bytes());
                rows = statement.executeUpdate();
            }
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
        if (rows > 1) {
            throw new IllegalStateException(JdbcTexts.tooManyTokens(rows));
        }
        return rows == 1 ? new Consumption.Consumed() : new Consumption.Refused();
    }
}
