package io.onlyonce.jdbc;

import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RefusedRecords;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Looks at the records of {@link JdbcRecordStore} and {@link JdbcLeasedRecordStore} and clears expired ones away, on connections of its own.
 *
 * <p>A purge deletes one batch, oldest first, found by the index on {@code expires_at}; it passes by rows that a claimant or another purger holds and waits
 * for nobody. It runs at READ COMMITTED, where InnoDB locks no gaps beside the rows. Thread-safe.
 */
public final class JdbcRecordMaintenance implements RecordMaintenance, RefusedRecords {
    private static final String FORGET = "DELETE FROM onlyonce_record WHERE id = ? AND state = 'R'";

    private final OwnConnection<RecordSql> own;

    private final PurgeInBatches<Instant> purge = new PurgeInBatches<>();

    /** Maintenance that asks its first connection which database it has before it. */
    public JdbcRecordMaintenance(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::records));
    }

    /** Maintenance of a database that does not tell its make, for example one that is compatible with another. */
    public JdbcRecordMaintenance(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::records, dialect));
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordKey key) {
        Optional<StoredRow> row = own.statement(
                (connection, sql) -> Optional.ofNullable(Claiming.read(connection, sql, sql.find(), key.id())));
        return row.filter(found -> !found.expired()).map(StoredRow::record).map(found -> {
            key.mustEqual(found.key());
            return found;
        });
    }

    @Override
    public int purgeExpired(int limit) {
        return purge.delete(
                limit,
                (from, most) -> own.readCommitted((connection, sql) -> sql.purgeExpired(connection, from, most)));
    }

    @Override
    public boolean forget(RecordKey key) {
        if (find(key).isEmpty()) { // looks, too, whether the row under this id is this key's
            return false;
        }
        return own.statement((connection, sql) -> {
            try (PreparedStatement statement = connection.prepareStatement(FORGET)) {
                sql.setId(statement, 1, key.id());
                return statement.executeUpdate() == 1;
            }
        });
    }
}
