package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.OnlyOnce;
import io.onlyonce.jdbc.JdbcInbox;
import io.onlyonce.jdbc.JdbcLeasedRecordStore;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Sagas;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.math.BigDecimal;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The guide's saga, through two databases. */
class RemittancesTest {
    private static final Remittance ASKED = new Remittance("anna", "ben", new BigDecimal(30));

    @Test
    @DisplayName("money arrives once; where the receiver takes none, the sender has it back and each retry is told so")
    void remitted() throws Exception {
        try (TestDatabase berlin = accounts("anna");
                TestDatabase tokyo = accounts("ben")) {
            DataSource pool = berlin.dataSource(4);
            Branch sender = new Branch("berlin", pool);
            Branch receiver = new Branch("tokyo", tokyo.dataSource(4));
            JdbcTransactions home = new JdbcTransactions(pool);
            Sagas sagas =
                    new Sagas(OnlyOnce.leased(new JdbcLeasedRecordStore(pool), Probe.NONE), new JdbcInbox(home), home);
            Remittances remittances = new Remittances(sagas, sender, receiver);
            for (int call = 0; call < 2; call++) {
                assertThat(remittances.remit("anna", "key-1", ASKED)).isEqualTo("ben");
            }
            assertThat(balance(berlin)).isEqualTo(70);
            assertThat(balance(tokyo)).isEqualTo(130);
            tokyo.execute("UPDATE account SET closed = TRUE");
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> remittances.remit("anna", "key-2", ASKED))
                        .isInstanceOf(AccountClosedException.class)
                        .hasMessage("ben");
            }
            assertThat(balance(berlin)).isEqualTo(70);
            assertThat(balance(tokyo)).isEqualTo(130);
            assertThat(remittances.completer().runOnce())
                    .as("nothing is unfinished")
                    .isZero();
        }
    }

    private static TestDatabase accounts(String name) {
        TestDatabase database = TestServers.h2();
        database.execute(
                "CREATE TABLE account (name VARCHAR(20) PRIMARY KEY, balance DECIMAL(12, 2) NOT NULL, closed BOOLEAN NOT NULL)",
                "INSERT INTO account VALUES ('" + name + "', 100, FALSE)");
        return database;
    }

    private static long balance(TestDatabase database) {
        return database.queryLong("SELECT balance FROM account");
    }
}
