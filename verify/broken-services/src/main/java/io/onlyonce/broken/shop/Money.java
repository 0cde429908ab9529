package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Database;
import io.onlyonce.broken.frame.Rows;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Accounts and the journal of what moved. An account is there as soon as somebody needs it, with {@value #OPENED} in it. Thread-safe. */
public final class Money {
    /** The account into which providers pay. */
    public static final String SHOP = "SHOP";

    private static final String OPENED = "1000000.00";

    private final Database database;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Money(Database database) {
        this.database = database;
    }

    /** Makes the account if it is missing; outside of any transaction. */
    public void provide(String accountId) throws Exception {
        if (known.contains(accountId)) {
            return;
        }
        BigDecimal opened = new BigDecimal(OPENED);
        try {
            database.inAutoCommit(connection -> Rows.update(
                    connection,
                    "INSERT INTO account (account_id, opened, balance) VALUES (?, ?, ?)",
                    accountId,
                    opened,
                    opened));
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
        known.add(accountId);
    }

    /** Moves money: journal and balance. */
    public void move(Connection connection, String ref, String orderId, String accountId, BigDecimal amount)
            throws SQLException {
        Rows.update(
                connection,
                "INSERT INTO funds_journal (ref, order_id, account_id, amount) VALUES (?, ?, ?, ?)",
                ref,
                orderId,
                accountId,
                amount);
        Rows.update(connection, "UPDATE account SET balance = balance + ? WHERE account_id = ?", amount, accountId);
    }
}
