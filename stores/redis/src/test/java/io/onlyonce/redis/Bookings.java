package io.onlyonce.redis;

import io.onlyonce.Attempt;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** The business table behind the records: a row for each effect, and a unique key that refuses a second one. */
final class Bookings implements AutoCloseable {
    private static final Duration LEASE = Duration.ofSeconds(1);

    private final TestDatabase database = TestServers.postgres();
    private final DataSource pool = database.dataSource(8);
    private final Operation<String> closed;
    private final Operation<String> open;

    Bookings() {
        database.execute("CREATE TABLE booking (reference varchar(36) PRIMARY KEY, answer varchar(100) NOT NULL)");
        Leased<String> backed = Leased.<String>of(LEASE)
                .whenAbandoned(new WhenAbandoned.Resolve<>(this::found))
                .backedBy(UniqueKey.existing(pool, "booking", "reference"));
        Operation<String> booking =
                Operation.named("closed", ResultCodec.text()).patience(Duration.ofMillis(100));
        this.closed = booking.guarantee(backed);
        this.open = Operation.named("open", ResultCodec.text())
                .patience(booking.patience())
                .guarantee(backed.open());
    }

    /** Runs nothing without Redis. */
    Operation<String> closed() {
        return closed;
    }

    /** Runs without Redis, behind the unique key. */
    Operation<String> open() {
        return open;
    }

    private Resolution<String> found(Attempt lost) throws SQLException {
        return answer(lost.reference())
                .<Resolution<String>>map(Resolution.Done::new)
                .orElseGet(Resolution.NotDone::new);
    }

    /** The effect. */
    String book(String reference, String answer) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO booking VALUES (?, ?)")) {
            insert.setString(1, reference);
            insert.setString(2, answer);
            insert.executeUpdate();
        }
        return answer;
    }

    Optional<String> answer(String reference) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT answer FROM booking WHERE reference = ?")) {
            select.setString(1, reference);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }

    long count() {
        return database.queryLong("SELECT COUNT(*) FROM booking");
    }

    @Override
    public void close() {
        database.close();
    }
}
