package io.onlyonce.guide;

import io.onlyonce.error.VersionConflictException;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.UniqueViolations;
import io.onlyonce.jdbc.guard.Deduction;
import io.onlyonce.jdbc.guard.DeductionTable;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.JdbcDeductions;
import io.onlyonce.jdbc.guard.JdbcQuantities;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.jdbc.guard.JdbcVersions;
import io.onlyonce.jdbc.guard.Line;
import io.onlyonce.jdbc.guard.LockWait;
import io.onlyonce.jdbc.guard.QuantityTable;
import io.onlyonce.jdbc.guard.RowLocks;
import io.onlyonce.jdbc.guard.Rows;
import io.onlyonce.jdbc.guard.StatusTable;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.jdbc.guard.VersionedTable;
import io.onlyonce.lock.LocalLocks;
import io.onlyonce.state.Event;
import io.onlyonce.state.StateMachine;
import io.onlyonce.state.Transition;
import io.onlyonce.transaction.TransactionRunner.Ended;
import io.onlyonce.version.ConflictPolicy;
import io.onlyonce.version.VersionCheck;
import io.onlyonce.version.VersionedUpdate;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One snippet for each guard. */
final class Guards {
    enum Status {
        OPEN,
        PAID,
        CANCELLED,
        REFUNDED
    }

    static final Event<Status> PAY = Event.named("pay").to(Status.PAID).from(Status.OPEN);
    static final Event<Status> CANCEL =
            Event.named("cancel").to(Status.CANCELLED).from(Status.OPEN);
    static final Event<Status> REFUND =
            Event.named("refund").to(Status.REFUNDED).from(Status.PAID);

    static final StateMachine<Status> INVOICES =
            StateMachine.startingIn(Status.OPEN).with(PAY, CANCEL, REFUND);

    record NewMember(String email, String name) {}

    record Member(long id, String name) {}

    static final UniqueInsert<NewMember, Member> MEMBERS = UniqueInsert.<NewMember>into(
                    "INSERT INTO member (email, name) VALUES (?, ?)", member -> List.of(member.email(), member.name()))
            .identifiedBy(
                    "SELECT id, name FROM member WHERE email = ?",
                    member -> List.of(member.email()),
                    row -> new Member(row.getLong("id"), row.getString("name")));

    static final Rows<String, BigDecimal> BALANCES =
            Rows.of("SELECT balance FROM wallet WHERE wallet_id = ?", row -> row.getBigDecimal("balance"));

    private final JdbcTransactions transactions;
    private final JdbcTransitions<Status> invoices;
    private final JdbcVersions prices;
    private final VersionCheck check;
    private final UniqueInserts inserts;
    private final RowLocks locks;
    private final JdbcQuantities wallets;
    private final JdbcDeductions stock;
    private final LocalLocks localLocks;

    Guards(JdbcTransactions transactions) {
        this.transactions = transactions;
        inserts = new UniqueInserts(transactions);
        locks = new RowLocks(transactions);
        invoices = new JdbcTransitions<>(
                transactions,
                INVOICES,
                StatusTable.of("invoice", "invoice_id", "status").history("invoice_history", "invoice_id"));
        prices = new JdbcVersions(transactions, new VersionedTable("article", "sku", "version"));
        check = new VersionCheck(transactions);
        wallets = new JdbcQuantities(transactions, new QuantityTable("wallet", "wallet_id", "balance", null));
        stock = new JdbcDeductions(
                transactions,
                new QuantityTable("article", "sku", "stock", "version"),
                DeductionTable.of("taken", "order_id", "sku"));
        localLocks = new LocalLocks(transactions);
    }

    boolean pay(String invoiceId) throws Exception {
        return transactions.run(() -> {
            Transition<Status> transition = invoices.advance(invoiceId, PAY, "paid by transfer");
            if (transition instanceof Transition.Applied) {
                // what belongs to the payment, once: journal row, points, message
                book(invoiceId);
            }
            return Ended.commit(transition.holds()); // AlreadyThere is a success, too
        });
    }

    private void book(String invoiceId) throws SQLException {
        update("INSERT INTO booking (booking_no) VALUES (?)", invoiceId);
    }

    boolean register(NewMember wanted) throws Exception {
        return transactions.run(() -> {
            Inserted<Member> inserted = inserts.insert(MEMBERS, wanted);
            return Ended.commit(inserted instanceof Inserted.Fresh);
        });
    }

    List<Inserted<Member>> importAll(List<NewMember> batch) throws Exception {
        return transactions.run(() -> Ended.commit(inserts.insertAll(MEMBERS, batch)));
    }

    boolean nameIsTaken(NewMember wanted) throws Exception {
        try {
            register(wanted);
            return false;
        } catch (StatementFailedException refused) {
            if (UniqueViolations.isOf(refused, "member_name")) {
                return true;
            }
            throw refused;
        }
    }

    long setPrice(String sku, long seen, BigDecimal price) throws Exception {
        return transactions.run(() -> {
            VersionedUpdate update = prices.update(sku, seen, Map.of("price", price));
            return Ended.commit(update.orElseThrow("article " + sku)); // throws VersionConflictException
        });
    }

    long addTag(String sku, String tag) throws Exception {
        return check.run(new ConflictPolicy.Retry<>(3), () -> {
            Article read = read(sku);
            String tags = read.tags() + " " + tag;
            return Ended.commit(
                    prices.update(sku, read.version(), Map.of("tags", tags)).orElseThrow("article " + sku));
        });
    }

    record Article(String tags, long version) {}

    private Article read(String sku) throws SQLException {
        Connection connection = transactions.connection();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT tags, version FROM article WHERE sku = ?")) {
            statement.setString(1, sku);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Article(row.getString("tags"), row.getLong("version"));
            }
        }
    }

    boolean order(String orderId, List<Line> cart) throws Exception {
        return transactions.run(() -> {
            Deduction deduction = stock.deduct(orderId, cart); // all lines, or none
            boolean taken = deduction instanceof Deduction.Taken;
            return taken ? Ended.commit(true) : Ended.rollBack(false);
        });
    }

    List<Line> cancel(String orderId) throws Exception {
        return transactions.run(() -> Ended.commit(stock.giveBack(orderId))); // empty if it was given back before
    }

    boolean transfer(String from, String to, BigDecimal amount) throws Exception {
        return transactions.run(() -> {
            RowLocks.Result<String, BigDecimal> result =
                    locks.lock(BALANCES, List.of(from, to), LockWait.atMost(Duration.ofSeconds(2)));
            if (!(result instanceof RowLocks.Locked<String, BigDecimal> locked)
                    || !locked.missing().isEmpty()) {
                return Ended.rollBack(false); // busy, or no such wallet
            }
            BigDecimal sum = locked.rows().values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
            if (sum.compareTo(new BigDecimal("100.00")) < 0) { // a rule over both rows
                return Ended.rollBack(false);
            }
            boolean taken = wallets.deduct(new Line(from, amount)) instanceof Deduction.Taken;
            return taken && wallets.add(new Line(to, amount)) ? Ended.commit(true) : Ended.rollBack(false);
        });
    }

    boolean delete(String sku, long seen) throws Exception {
        String delete = "DELETE FROM article WHERE sku = ? AND version = ?";
        return transactions.run(() -> Ended.commit(update(delete, sku, seen) == 1)); // false: gone, or changed since
    }

    int hotCounter(String key) throws Exception {
        return localLocks.run(key, Duration.ofSeconds(2), () -> {
            int rows = update("UPDATE counter SET hits = hits + 1 WHERE counter_id = ?", key);
            return Ended.commit(rows);
        });
    }

    /** Shows what a conflict says. */
    long currentVersionAfterConflict(String sku, long seen) throws Exception {
        try {
            return setPrice(sku, seen, BigDecimal.ONE);
        } catch (VersionConflictException conflict) {
            return conflict.current();
        }
    }

    JdbcTransitions<Status> invoices() {
        return invoices;
    }

    private int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = transactions.connection().prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
