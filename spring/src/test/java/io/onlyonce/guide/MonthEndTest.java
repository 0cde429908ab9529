package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.error.LockBusyException;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MonthEndTest {
    /** On a busy machine one may find the lock held for as long as it waits; then it has not closed the month. */
    private static boolean closed(DataSource pool) throws Exception {
        try {
            return new MonthEnd(pool, new JdbcTransactions(pool)).close("2026-10");
        } catch (LockBusyException busy) {
            return false;
        }
    }

    @Test
    @DisplayName("four instances close a month at once: one does it, a later fence is respected")
    void closed() throws Exception {
        try (TestDatabase database = TestServers.postgres()) {
            DataSource pool = database.dataSource(12);
            JdbcSchema.createIfMissing(pool);
            database.execute(
                    "CREATE TABLE posting (month varchar(7), amount bigint)",
                    "CREATE TABLE closing (month varchar(7) PRIMARY KEY, total bigint, closed boolean, fence bigint)",
                    "INSERT INTO posting VALUES ('2026-10', 30), ('2026-10', 12), ('2026-11', 7)",
                    "INSERT INTO closing VALUES ('2026-10', 0, false, 0), ('2026-11', 0, false, 1000)");
            List<Boolean> closed = Herd.of(4).runAll(member -> closed(pool));
            assertThat(closed).containsOnlyOnce(true);
            assertThat(new MonthEnd(pool, new JdbcTransactions(pool)).close("2026-11"))
                    .as("fence 1000 has been there")
                    .isFalse();
            assertThat(database.queryLong("SELECT total FROM closing WHERE month = '2026-10' AND closed"))
                    .isEqualTo(42);
            assertThat(database.queryLong("SELECT total FROM closing WHERE month = '2026-11' AND NOT closed"))
                    .isZero();
        }
    }
}
