package io.onlyonce.shop.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Reads and passes instants, whatever zone the JVM and the database are in: a {@code java.sql.Timestamp} of a MariaDB {@code DATETIME} would be in the JVM's. */
public final class Instants {
    private Instants() {}

    /** The instant of a column that is never null. */
    public static Instant get(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** The instant of a column, or null. */
    public static @Nullable Instant find(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** An instant as a statement's parameter. */
    public static OffsetDateTime parameter(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
