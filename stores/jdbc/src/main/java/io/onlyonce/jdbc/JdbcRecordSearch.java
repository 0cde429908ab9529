package io.onlyonce.jdbc;

import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.FoundRecord.Standing;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.record.RecordState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Looks at the records of {@link JdbcRecordStore} and {@link JdbcLeasedRecordStore}, on connections of its own. Open claims are found by an index. Thread-safe. */
public final class JdbcRecordSearch implements RecordSearch {
    private final OwnConnection<RecordSql> own;

    /** A search that asks its first connection which database it has before it. */
    public JdbcRecordSearch(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::records));
    }

    /** A search in a database that does not tell its make, for example one that is compatible with another. */
    public JdbcRecordSearch(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::records, dialect));
    }

    @Override
    public Optional<FoundRecord> find(RecordId id) {
        return own.statement((connection, sql) -> Optional.ofNullable(Claiming.read(connection, sql, sql.find(), id))
                .map(JdbcRecordSearch::found));
    }

    @Override
    public List<FoundRecord> openClaims(int limit) {
        return own.statement((connection, sql) -> {
            try (PreparedStatement select = connection.prepareStatement(sql.openClaims())) {
                select.setInt(1, limit);
                try (ResultSet row = select.executeQuery()) {
                    List<FoundRecord> claims = new ArrayList<>();
                    while (row.next()) {
                        claims.add(found(StoredRow.read(row, sql)));
                    }
                    return claims;
                }
            }
        });
    }

    @Override
    public Claims countClaims() {
        return own.statement((connection, sql) -> {
            try (PreparedStatement select = connection.prepareStatement(sql.countClaims());
                    ResultSet row = select.executeQuery()) {
                row.next();
                long all = row.getLong(1);
                long working = row.getLong(2);
                return new Claims(working, all - working);
            }
        });
    }

    private static FoundRecord found(StoredRow row) {
        return new FoundRecord(row.record(), new Fence(row.fence()), row.attempt(), standing(row), row.leaseLeft());
    }

    private static Standing standing(StoredRow row) {
        if (row.record().state() == RecordState.CLAIMED) {
            return row.leaseLeft() == null ? Standing.ABANDONED : Standing.WORKING;
        }
        if (row.expired()) {
            return Standing.EXPIRED;
        }
        return row.record().state() == RecordState.REFUSED ? Standing.REFUSED : Standing.COMPLETED;
    }
}
