package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Work;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.probe.Point;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.InjectedFault;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CrashTest {
    private static final TestDatabase DATABASE = TestServers.postgres();
    private static final DataSource POOL = DATABASE.dataSource(4);
    private static final Operation<String> BOOK = Operation.named("book", ResultCodec.text());

    private final JdbcTransactions transactions = new JdbcTransactions(POOL);
    private final JdbcRecordStore store = new JdbcRecordStore(transactions);
    private final Work<String> work = attempt -> {
        try (Statement statement = transactions.connection().createStatement()) {
            statement.executeUpdate("INSERT INTO booking VALUES ('B1')");
        }
        return "booked";
    };

    @BeforeEach
    void createTables() {
        JdbcSchema.createIfMissing(POOL);
        DATABASE.execute("DROP TABLE IF EXISTS booking", "CREATE TABLE booking (booking_no varchar(36))");
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static long bookings() {
        return DATABASE.queryLong("SELECT count(*) FROM booking");
    }

    @Test
    void aCrashBeforeTheCommitLeavesNothing() throws Exception {
        OnlyOnce crashing = OnlyOnce.transactional(store, transactions, FaultProbe.once(Point.COMPLETED));
        Call call = Call.of("alice", "key-1", "payload");

        assertThatThrownBy(() -> crashing.run(BOOK, call, work)).isInstanceOf(InjectedFault.class);
        assertThat(bookings()).isZero();
        assertThat(crashing.run(BOOK, call, work)).isInstanceOf(Outcome.Executed.class);
        assertThat(bookings()).isEqualTo(1);
    }

    @Test
    void aCrashAfterTheCommitLeavesTheAnswer() throws Exception {
        OnlyOnce crashing = OnlyOnce.transactional(store, transactions, FaultProbe.once(Point.COMMITTED));
        Call call = Call.of("alice", "key-2", "payload");

        assertThatThrownBy(() -> crashing.run(BOOK, call, work)).isInstanceOf(InjectedFault.class);
        assertThat(bookings()).isEqualTo(1);
        assertThat(crashing.run(BOOK, call, work)).isEqualTo(new Outcome.Replayed<>("booked"));
        assertThat(bookings()).isEqualTo(1);
    }

    @Test
    void sixteenCopiesAtOnceHaveOneEffect() {
        OnlyOnce onlyOnce = OnlyOnce.transactional(store, transactions);
        Call call = Call.of("alice", "key-3", "payload");

        List<Outcome<String>> outcomes = Herd.of(16).runAll(copy -> onlyOnce.run(BOOK, call, work));
        assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.Replayed.class::isInstance).hasSize(15);
        assertThat(bookings()).isEqualTo(1);
    }
}
