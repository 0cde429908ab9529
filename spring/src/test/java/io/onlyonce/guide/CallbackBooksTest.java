package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Booking;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook.Noted;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.guide.CallbackBooks.OrderStatus;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.jdbc.guard.StatusTable;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.state.Event;
import io.onlyonce.state.StateMachine;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;

class CallbackBooksTest {
    private final TestDatabase database = TestServers.h2();
    private final DataSource dataSource = database.dataSource(2);
    private final TransactionTemplate transaction =
            new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    private final ConnectionSource connections = () -> DataSourceUtils.getConnection(dataSource);
    private final CallbackBooks.Books books = new CallbackBooks.Books(
            JdbcClient.create(dataSource),
            new UniqueInserts(connections),
            new JdbcTransitions<>(
                    connections,
                    StateMachine.startingIn(OrderStatus.PENDING)
                            .with(Event.named("pay").to(OrderStatus.PAID).from(OrderStatus.PENDING)),
                    StatusTable.of("orders", "order_no", "status")));

    @BeforeEach
    void create() {
        database.execute(
                "CREATE TABLE orders (order_no VARCHAR(36) PRIMARY KEY, status VARCHAR(16))",
                "CREATE TABLE payment (payment_no VARCHAR(36) PRIMARY KEY, order_no VARCHAR(36), channel VARCHAR(16), amount DECIMAL(19, 2))",
                "CREATE TABLE receipt (channel VARCHAR(16), transaction_no VARCHAR(36), payment_no VARCHAR(36), amount DECIMAL(19, 2), PRIMARY KEY (channel, transaction_no))",
                "CREATE TABLE notice (channel VARCHAR(16), notice_id VARCHAR(36), state VARCHAR(16), outcome VARCHAR(32), PRIMARY KEY (channel, notice_id))",
                "INSERT INTO orders VALUES ('o', 'PENDING')",
                "INSERT INTO payment VALUES ('p1', 'o', 'stripe', 25.00), ('p2', 'o', 'stripe', 25.00)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static PaymentNotice paid(String id, String paymentNo, String transaction) {
        return PaymentNotice.ofPayment(
                "stripe", id, NoticeKind.PAID, paymentNo, transaction, Amount.ofDecimal("25.00", "CNY"), null);
    }

    private Booking booked(PaymentNotice notice) {
        return transaction.execute(
                status -> books.book(notice, books.expected(notice).orElseThrow()));
    }

    @Test
    @DisplayName(
            "B-32 the first payment pays, a repeat is known, a second one is to be given back, another's number is doubtful")
    void book() {
        assertThat(booked(paid("n1", "p1", "t1"))).isEqualTo(new Booking.Done("PAID"));
        assertThat(booked(paid("n2", "p1", "t1"))).isEqualTo(new Booking.Done("KNOWN"));
        assertThat(booked(paid("n3", "p2", "t2"))).isEqualTo(new Booking.Done("TO_BE_GIVEN_BACK"));
        assertThat(booked(paid("n4", "p2", "t1"))).isEqualTo(new Booking.Doubtful(Doubt.IDENTITY));
        assertThat(database.queryLong("SELECT COUNT(*) FROM receipt")).isEqualTo(2);
    }

    @Test
    @DisplayName("a notice that waits is noted again, in one row, also with the same words")
    void note() {
        PaymentNotice notice = paid("n1", "p1", "t1");
        for (Noted.State state : new Noted.State[] {Noted.State.WAITING, Noted.State.WAITING, Noted.State.DONE}) {
            transaction.executeWithoutResult(status -> books.note(notice, null, new Noted(state, "SAID")));
        }
        assertThat(database.queryLong("SELECT COUNT(*) FROM notice WHERE state = 'DONE'"))
                .isEqualTo(1);
    }
}
