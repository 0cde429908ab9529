package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Outcome;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.guide.Transfers.Order;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The plain Java code of the README and the guide does what they say. */
class GuideRunsTest {
    @Test
    @DisplayName("the README's program prints one line three times")
    void readme() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Transfer.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        List<String> lines = printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("booked as "))
                .toList();
        assertThat(lines).hasSize(3).containsOnly(lines.get(0));
    }

    @Test
    @DisplayName("transfers: booked once, the refusal remembered, a batch in one transaction")
    void transfers() throws Exception {
        try (TestDatabase database = TestServers.h2()) {
            var pool = database.dataSource(4);
            JdbcSchema.createIfMissing(pool);
            database.execute(
                    "CREATE TABLE account (account_id varchar(36) PRIMARY KEY, balance decimal(12, 2))",
                    "INSERT INTO account VALUES ('A1', 100), ('A2', 0), ('A3', 0)");
            JdbcTransactions transactions = new JdbcTransactions(pool);
            OnlyOnce onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions);
            Transfers transfers = new Transfers(onlyOnce, transactions);
            Order order = new Order("r-1", "A1", "A2", new BigDecimal("25.00"));
            Order poor = new Order("r-2", "A3", "A1", new BigDecimal("25.00"));

            assertThat(transfers.transfer("alice", order)).isEqualTo(transfers.transfer("alice", order));
            assertThatThrownBy(() -> transfers.transfer("alice", poor)).isInstanceOf(InsufficientFundsException.class);
            database.update("UPDATE account SET balance = 50 WHERE account_id = 'A3'");
            assertThatThrownBy(() -> transfers.transfer("alice", poor)).hasMessage("A3 holds less than 25.00");
            Order another = new Order("r-3", "A1", "A2", new BigDecimal("25.00"));
            assertThat(transfers.transferAll("alice", List.of(order, another, another)))
                    .isEqualTo(3);
            assertThat(database.queryLong("SELECT balance FROM account WHERE account_id = 'A1'"))
                    .isEqualTo(50);
            Call call = Call.of("alice", "r-3", "A1", "A2", "25.00");
            assertThat(transfers.describe(onlyOnce.run(Transfers.TRANSFER, call, attempt -> null)))
                    .startsWith("booked before as ");

            Housekeeping housekeeping = new Housekeeping(pool);
            assertThat(housekeeping.lookUp("alice", "r-1")).isPresent();
            database.execute("UPDATE onlyonce_record SET expires_at = CURRENT_TIMESTAMP - INTERVAL '1' HOUR");
            housekeeping.purge();
            assertThat(database.queryLong("SELECT count(*) FROM onlyonce_record"))
                    .isZero();
        }
    }

    @Test
    @DisplayName("a charge whose answer was lost is not repeated: the gateway is asked, or a person settles it")
    void charges() throws Exception {
        Gateway gateway = new Gateway();
        MemoryLeasedRecordStore store = new MemoryLeasedRecordStore();
        OnlyOnce leased = OnlyOnce.leased(store, Probe.NONE);
        Charges charges = new Charges(leased, gateway);
        BigDecimal amount = new BigDecimal("25.00");

        gateway.failure = new IOException("the answer was lost");
        assertThatThrownBy(() -> charges.charge("alice", "k-1", "card", amount)).isSameAs(gateway.failure);
        gateway.failure = null;
        assertThat(charges.charge("alice", "k-1", "card", amount)).isEqualTo("P1");
        assertThat(gateway.payments).hasSize(1);

        gateway.failure = new ConnectException("nobody listens");
        assertThatThrownBy(() -> charges.charge("alice", "k-2", "card", amount)).isSameAs(gateway.failure);
        RecordKey released = new RecordKey("alice", "charge-card", "k-2");
        assertThat(store.find(released)).isEmpty();

        gateway.failure = new IOException("the answer was lost");
        gateway.state = CardGateway.State.PENDING;
        assertThatThrownBy(() -> charges.charge("alice", "k-3", "card", amount)).isSameAs(gateway.failure);
        assertThatThrownBy(() -> charges.charge("alice", "k-3", "card", amount))
                .isInstanceOf(OutcomeUnknownException.class);
        RecordKey unknown = new RecordKey("alice", "charge-card", "k-3");
        assertThat(charges.settleAsDone(store, unknown, "P9")).isEqualTo(new Outcome.Replayed<>("P9"));
        assertThat(charges.charge("alice", "k-3", "card", amount)).isEqualTo("P9");
    }

    /** Takes a payment, then loses the answer if told so. */
    private static final class Gateway implements CardGateway {
        final Map<String, Payment> payments = new HashMap<>();
        State state = State.PAID;
        IOException failure;

        @Override
        public String charge(String reference, String card, BigDecimal amount) throws IOException {
            if (failure instanceof ConnectException) {
                throw failure;
            }
            Payment payment =
                    payments.computeIfAbsent(reference, first -> new Payment("P" + (payments.size() + 1), state));
            if (failure != null) {
                throw failure;
            }
            return payment.paymentNo();
        }

        @Override
        public Optional<Payment> find(String reference) {
            return Optional.ofNullable(payments.get(reference));
        }
    }
}
