package io.onlyonce.jdbc;

import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The story of one claim, the same on every database and for both kinds of record. */
final class Claiming {
    /** How often a record may go away between two statements. */
    private static final int ROUNDS = 10;

    private Claiming() {}

    /**
     * Inserts the claim; if a record is there already, reads it; if there is none to be read, waits for who holds the key; if it has expired, takes its place. Each step is one guarded statement; where another
     * claimant comes in between, the next round sees his record.
     *
     * <p>Whoever came too late to take an expired record's place reads it again and does not insert: the database may have given him the row's lock all the same, and behind it whoever holds
     * the key waits for him.
     *
     * @param standing what a record that has not expired says
     */
    static Claim claim(Connection connection, RecordSql sql, NewClaim claim, Function<StoredRow, Claim> standing)
            throws SQLException {
        StoredRow row = null;
        for (int round = 0; round < ROUNDS; round++) {
            if (row == null && (round == 0 ? sql.insert(connection, claim) : sql.insertPatiently(connection, claim))) {
                return new Claim.Claimed(new Fence(claim.fence()), 1);
            }
            row = read(connection, sql, sql.winner(), claim.id());
            if (row == null) {
                continue;
            }
            claim.key().mustEqual(row.record().key());
            if (!row.expired()) {
                return standing.apply(row);
            }
            if (sql.replaceExpired(connection, claim)) {
                return new Claim.Claimed(new Fence(claim.fence()), 1);
            }
        }
        throw new IllegalStateException(JdbcTexts.restless(claim.key(), ROUNDS));
    }

    /** Reads the row of an id, by a query of {@link RecordSql}. */
    static @Nullable StoredRow read(Connection connection, RecordSql sql, String query, RecordId id)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            sql.setId(statement, 1, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? StoredRow.read(row, sql) : null;
            }
        }
    }
}
