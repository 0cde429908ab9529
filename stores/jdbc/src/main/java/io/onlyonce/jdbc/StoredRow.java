package io.onlyonce.jdbc;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code onlyonce_record}, as a statement of {@link RecordSql} read it.
 *
 * @param expired whether its retention is over, by the database's clock
 * @param leaseLeft how long its lease lasts from now, by the database's clock; null = it has none, or it is over
 */
record StoredRow(
        IdempotencyRecord record,
        long fence,
        int attempt,
        boolean expired,
        @Nullable Duration leaseLeft) {

    /**
     * Reads the current row. The columns are those of {@link RecordSql#find()}: scope, operation, key, fingerprint, state, refusal code, answer, fence,
     * attempt, µs of creation, µs of expiry, expired, µs of lease left.
     */
    static StoredRow read(ResultSet row, RecordSql sql) throws SQLException {
        Long expiresAt = microseconds(row, 11);
        Long leaseLeft = microseconds(row, 13);
        RecordState state = state(row.getString(5));
        IdempotencyRecord record = new IdempotencyRecord(
                new RecordKey(text(row, 1, sql), text(row, 2, sql), text(row, 3, sql)),
                Fingerprint.ofBytes(row.getBytes(4)),
                state,
                sql.text(row, 6),
                row.getBytes(7),
                instant(row.getLong(10)),
                expiresAt == null || state == RecordState.CLAIMED ? null : instant(expiresAt));
        return new StoredRow(
                record,
                row.getLong(8),
                row.getInt(9),
                row.getBoolean(12),
                leaseLeft == null || leaseLeft <= 0 ? null : Duration.of(leaseLeft, ChronoUnit.MICROS));
    }

    /** What a claim says whose end nobody has told. */
    Claim.Abandoned abandoned() {
        return new Claim.Abandoned(new Fence(fence), attempt, record.fingerprint());
    }

    /** The letter that a state is stored as. */
    static String letter(RecordState state) {
        return switch (state) {
            case CLAIMED -> "C";
            case COMPLETED -> "D";
            case REFUSED -> "R";
        };
    }

    private static RecordState state(String letter) {
        return switch (letter) {
            case "C" -> RecordState.CLAIMED;
            case "D" -> RecordState.COMPLETED;
            case "R" -> RecordState.REFUSED;
            default -> throw new IllegalStateException(JdbcTexts.unknownState(letter));
        };
    }

    private static String text(ResultSet row, int column, RecordSql sql) throws SQLException {
        return Objects.requireNonNull(sql.text(row, column));
    }

    private static @Nullable Long microseconds(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    private static Instant instant(long microseconds) {
        return Instant.EPOCH.plus(microseconds, ChronoUnit.MICROS);
    }
}
