package io.onlyonce.guide;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.json.JsonResultCodec;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Transfers in plain Java, with business rows in the same transaction. */
final class Transfers {
    record Receipt(String bookingNo, BigDecimal amount) {}

    record Order(String requestNo, String from, String to, BigDecimal amount) {}

    static final Operation<Receipt> TRANSFER = Operation.named("transfer", JsonResultCodec.of(Receipt.class))
            .retention(Duration.ofDays(7))
            .patience(Duration.ofSeconds(3))
            .remembering(new Refusal<>(
                    "insufficient-funds", InsufficientFundsException.class, InsufficientFundsException::new));

    private final OnlyOnce onlyOnce;
    private final JdbcTransactions transactions;

    Transfers(OnlyOnce onlyOnce, JdbcTransactions transactions) {
        this.onlyOnce = onlyOnce;
        this.transactions = transactions;
    }

    Receipt transfer(String user, Order order) throws Exception {
        return onlyOnce.run(TRANSFER, call(user, order), attempt -> book(order)).orElseThrow();
    }

    private static Call call(String user, Order order) {
        return Call.of(
                user,
                order.requestNo(),
                order.from(),
                order.to(),
                order.amount().toPlainString());
    }

    private Receipt book(Order order) throws SQLException, InsufficientFundsException {
        Connection connection = transactions.connection(); // use it; do not close it, commit or roll back
        String take = "UPDATE account SET balance = balance - ? WHERE account_id = ? AND balance >= ?";
        try (PreparedStatement statement = connection.prepareStatement(take)) {
            statement.setBigDecimal(1, order.amount());
            statement.setString(2, order.from());
            statement.setBigDecimal(3, order.amount());
            if (statement.executeUpdate() == 0) {
                throw new InsufficientFundsException(order.from() + " holds less than " + order.amount());
            }
        }
        String give = "UPDATE account SET balance = balance + ? WHERE account_id = ?";
        try (PreparedStatement statement = connection.prepareStatement(give)) {
            statement.setBigDecimal(1, order.amount());
            statement.setString(2, order.to());
            statement.executeUpdate();
        }
        return new Receipt(UUID.randomUUID().toString(), order.amount());
    }

    String describe(Outcome<Receipt> outcome) {
        if (outcome instanceof Outcome.Executed<Receipt> executed) {
            return "booked now as " + executed.value().bookingNo();
        } else if (outcome instanceof Outcome.Replayed<Receipt> replayed) {
            return "booked before as " + replayed.value().bookingNo();
        } else if (outcome instanceof Outcome.Refused<Receipt> refused) {
            return "refused: " + refused.refusal().getMessage();
        } else if (outcome instanceof Outcome.InProgress<Receipt> running) {
            return "come back in " + running.retryAfter();
        }
        return "nothing was done: " + outcome;
    }

    int transferAll(String user, List<Order> orders) throws Exception {
        return transactions.run(() -> {
            for (Order order : orders) {
                onlyOnce.run(TRANSFER, call(user, order), attempt -> book(order))
                        .orElseThrow(); // each in a savepoint of this one transaction
            }
            return Ended.commit(orders.size());
        });
    }
}
