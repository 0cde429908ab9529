package io.onlyonce.jdbc;

import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.transaction.TransactionRunner;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Looks into {@code onlyonce_record} before a transaction is begun: a replay is then one statement in auto-commit instead of a transaction, and each first call costs
 * that statement more. For operations that are repeated more often than they are called, for example callbacks and redelivered messages, and for those with the record
 * at the end, whose work runs once more for nothing otherwise.
 *
 * <p>Inside a transaction of the caller's it asks nothing: that would be a second connection, and an old look at that. Thread-safe.
 */
public final class JdbcAnswers implements AnswerCache {
    private final TransactionRunner transactions;
    private final OwnConnection<RecordSql> records;

    /**
     * @param dataSource the one whose transactions hold the records
     * @param transactions those transactions
     */
    public JdbcAnswers(DataSource dataSource, TransactionRunner transactions) {
        this(transactions, new OwnConnection<>(dataSource, SqlSource.detected(Dialect::records)));
    }

    /** For a database that does not tell its make. */
    public JdbcAnswers(DataSource dataSource, TransactionRunner transactions, Dialect dialect) {
        this(transactions, new OwnConnection<>(dataSource, SqlSource.of(Dialect::records, dialect)));
    }

    private JdbcAnswers(TransactionRunner transactions, OwnConnection<RecordSql> records) {
        this.transactions = transactions;
        this.records = records;
    }

    @Override
    public Optional<Answered> find(RecordKey key) {
        if (transactions.joins()) {
            return Optional.empty();
        }
        return records.statement(
                        (connection, sql) -> Optional.ofNullable(Claiming.read(connection, sql, sql.find(), key.id())))
                .filter(row -> !row.expired() && row.record().state() != RecordState.CLAIMED)
                .map(row -> {
                    key.mustEqual(row.record().key());
                    return Answered.of(row.record());
                });
    }

    /** The record is where it is looked for. */
    @Override
    public void put(RecordKey key, Answered answered) {}
}
