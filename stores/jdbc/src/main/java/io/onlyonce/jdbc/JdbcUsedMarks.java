package io.onlyonce.jdbc;

import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TransactionalUsedMarks;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Marks used signed tokens in the table {@code onlyonce_used_mark}, in the caller's transaction: one INSERT, whose primary key decides who is first. Another
 * attempt at the same token waits for that transaction, for as long as the database lets it. {@link JdbcTokenMaintenance} purges marks by the database's clock.
 *
 * <p>Thread-safe. All connections must lead to databases of one make.
 */
public final class JdbcUsedMarks implements TransactionalUsedMarks {
    private final ConnectionSource transactions;
    private final SqlSource<TokenSql> sql;

    /** Marks that ask their first connection which database they have before them. */
    public JdbcUsedMarks(ConnectionSource transactions) {
        this(transactions, SqlSource.detected(Dialect::tokens));
    }

    /** Marks in a database that does not tell its make, for example one that is compatible with another. */
    public JdbcUsedMarks(ConnectionSource transactions, Dialect dialect) {
        this(transactions, SqlSource.of(Dialect::tokens, dialect));
    }

    private JdbcUsedMarks(ConnectionSource transactions, SqlSource<TokenSql> sql) {
        this.transactions = transactions;
        this.sql = sql;
    }

    @Override
    public Marking mark(TokenHash token, Instant until) {
        try {
            Connection connection = TransactionConnection.of(transactions);
            return sql.on(connection).mark(connection, token.bytes(), until) ? Marking.FIRST : Marking.ALREADY;
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
    }
}
