package io.onlyonce.shop.harness;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The standing checks on the shop's tables: each is a query for rows that must not be there. To be run when no request is at work. Needs nothing but a
 * connection, so that it can be used beside any running shop.
 */
public final class ShopInvariants {
    private static final Map<String, String> MUST_BE_EMPTY = new LinkedHashMap<>();

    static {
        MUST_BE_EMPTY.put(
                "S1 an order was paid by one booking or by none; of each other one a refund was asked for", """
                SELECT o.order_id FROM orders o
                LEFT JOIN (SELECT order_id, COUNT(*) AS pieces FROM funds_journal WHERE direction = 'IN' GROUP BY order_id) j
                    ON j.order_id = o.order_id
                LEFT JOIN (SELECT order_id, COUNT(*) AS pieces FROM refund_request GROUP BY order_id) q ON q.order_id = o.order_id
                WHERE COALESCE(j.pieces, 0) - COALESCE(q.pieces, 0)
                    <> CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN 1 ELSE 0 END
                """);
        MUST_BE_EMPTY.put("S1 what is booked is what the order costs", """
                SELECT o.order_id FROM orders o JOIN funds_journal j ON j.order_id = o.order_id AND j.direction = 'IN'
                WHERE j.amount <> o.amount OR (o.status IN ('PAID', 'REFUNDED')) <> (o.paid_at IS NOT NULL)
                """);
        MUST_BE_EMPTY.put("S1 receipts - refunds - what has to go back = what is kept of the orders", """
                SELECT o.order_id FROM orders o
                LEFT JOIN (SELECT order_id, SUM(CASE direction WHEN 'IN' THEN amount ELSE -amount END) AS held
                           FROM funds_journal GROUP BY order_id) j ON j.order_id = o.order_id
                LEFT JOIN (SELECT order_id, SUM(amount) AS owed FROM refund_request GROUP BY order_id) q ON q.order_id = o.order_id
                LEFT JOIN (SELECT order_id, SUM(amount) AS given FROM refund WHERE status = 'DONE' GROUP BY order_id) r
                    ON r.order_id = o.order_id
                WHERE COALESCE(j.held, 0) - COALESCE(q.owed, 0)
                    <> CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.amount ELSE 0 END - COALESCE(r.given, 0)
                """);
        MUST_BE_EMPTY.put("S1 what a channel said of money is in the journal, and nothing else of channels", """
                SELECT n.notice_id FROM payment_notice n LEFT JOIN funds_journal j
                    ON j.channel = n.channel AND j.transaction_no = n.transaction_no AND j.direction = 'IN'
                WHERE n.kind = 'PAID' AND n.state = 'DONE' AND j.journal_no IS NULL
                UNION ALL
                SELECT j.journal_no FROM funds_journal j LEFT JOIN payment_notice n
                    ON n.channel = j.channel AND n.state = 'DONE'
                    AND ((j.direction = 'IN' AND n.kind = 'PAID' AND n.transaction_no = j.transaction_no)
                      OR (j.direction = 'OUT' AND n.kind = 'REFUNDED' AND n.payment_no = j.payment_no))
                WHERE j.channel <> 'balance' AND n.notice_id IS NULL
                UNION ALL
                SELECT q.transaction_no FROM refund_request q LEFT JOIN funds_journal j
                    ON j.channel = q.channel AND j.transaction_no = q.transaction_no AND j.direction = 'IN'
                WHERE j.journal_no IS NULL
                """);
        MUST_BE_EMPTY.put("S1 what is doubtful is on the list of what to look at, and nothing else", """
                SELECT n.notice_id FROM payment_notice n LEFT JOIN suspicious_notice s
                    ON s.channel = n.channel AND s.notice_id = n.notice_id
                WHERE (n.state = 'DOUBTFUL') <> (s.notice_id IS NOT NULL)
                """);
        MUST_BE_EMPTY.put("S1 seeded accounts: balance + paid - paid back + transferred = 10000.00", """
                SELECT a.account_id FROM account a
                LEFT JOIN (SELECT account_id, SUM(CASE direction WHEN 'IN' THEN amount ELSE -amount END) AS paid
                           FROM funds_journal GROUP BY account_id) j ON j.account_id = a.account_id
                LEFT JOIN (SELECT account_id, SUM(CASE leg WHEN 'OUT' THEN amount ELSE -amount END) AS gone
                           FROM transfer_journal GROUP BY account_id) t ON t.account_id = a.account_id
                WHERE a.account_id LIKE 'A%' AND a.balance + COALESCE(j.paid, 0) + COALESCE(t.gone, 0) <> 10000.00
                """);
        MUST_BE_EMPTY.put(
                "S1 what was transferred went out and came in once; what was refused did not, or came back", """
                SELECT t.transfer_id FROM transfer t
                LEFT JOIN (SELECT transfer_id,
                                  SUM(CASE leg WHEN 'OUT' THEN 1 ELSE 0 END) AS outs,
                                  SUM(CASE leg WHEN 'IN' THEN 1 ELSE 0 END) AS ins,
                                  SUM(CASE leg WHEN 'BACK' THEN 1 ELSE 0 END) AS backs
                           FROM transfer_journal GROUP BY transfer_id) j ON j.transfer_id = t.transfer_id
                WHERE COALESCE(j.ins, 0) <> CASE t.status WHEN 'DONE' THEN 1 ELSE 0 END
                    OR COALESCE(j.outs, 0) <> COALESCE(j.ins, 0) + COALESCE(j.backs, 0)
                    OR t.status = 'RUNNING'
                UNION ALL
                SELECT j.transfer_id FROM transfer_journal j LEFT JOIN transfer t ON t.transfer_id = j.transfer_id
                WHERE t.transfer_id IS NULL
                """);
        MUST_BE_EMPTY.put(
                "S1 points are those of the journal, and the journal's those of paid orders, one for each whole yuan",
                """
                SELECT p.user_id FROM points p LEFT JOIN points_journal j ON j.user_id = p.user_id
                GROUP BY p.user_id, p.balance HAVING p.balance <> COALESCE(SUM(j.points), 0)
                UNION ALL
                SELECT j.message_id FROM points_journal j LEFT JOIN orders o ON o.order_id = j.order_id
                WHERE o.order_id IS NULL OR o.status NOT IN ('PAID', 'REFUNDED') OR o.user_id <> j.user_id
                    OR j.points > o.amount OR j.points + 1 <= o.amount
                UNION ALL
                SELECT order_id FROM points_journal GROUP BY order_id HAVING COUNT(*) > 1
                """);
        MUST_BE_EMPTY.put("S2 an order that is alive has its pieces deducted, one that is not has none", """
                SELECT o.order_id FROM orders o LEFT JOIN stock_deduction d ON d.order_id = o.order_id AND d.returned = FALSE
                GROUP BY o.order_id, o.quantity, o.status
                HAVING COALESCE(SUM(d.quantity), 0) <> CASE o.status WHEN 'CANCELLED' THEN 0 ELSE o.quantity END
                """);
        MUST_BE_EMPTY.put("S2 seeded products: stock + deducted = what was there at first; never below 0", """
                SELECT p.sku FROM product p LEFT JOIN stock_deduction d ON d.sku = p.sku AND d.returned = FALSE
                WHERE p.sku LIKE 'SKU-%' GROUP BY p.sku, p.stock
                HAVING p.stock < 0 OR p.stock + COALESCE(SUM(d.quantity), 0) <> CASE p.sku WHEN 'SKU-HOT' THEN 10 ELSE 1000 END
                """);
        MUST_BE_EMPTY.put("S3 a history begins with PENDING and has no gaps", """
                SELECT h.order_id FROM order_history h
                LEFT JOIN order_history before_h ON before_h.order_id = h.order_id AND before_h.seq = h.seq - 1
                WHERE (h.seq = 1 AND (h.from_status IS NOT NULL OR h.to_status <> 'PENDING'))
                   OR (h.seq > 1 AND (before_h.to_status IS NULL OR before_h.to_status <> h.from_status))
                """);
        MUST_BE_EMPTY.put("S3 a history ends with the order's state", """
                SELECT o.order_id FROM orders o
                LEFT JOIN order_history h ON h.order_id = o.order_id AND h.seq = o.version
                WHERE h.to_status IS NULL OR h.to_status <> o.status
                   OR o.version <> (SELECT COUNT(*) FROM order_history every_h WHERE every_h.order_id = o.order_id)
                """);
        MUST_BE_EMPTY.put("S3 only legal transitions", """
                SELECT order_id FROM order_history WHERE from_status IS NOT NULL AND CONCAT(from_status, '>', to_status) NOT IN (
                    'PENDING>PAYING', 'PAYING>PAID', 'PENDING>PAID', 'PAYING>FAILED', 'FAILED>PAYING',
                    'PENDING>CANCELLED', 'PAYING>CANCELLED', 'FAILED>CANCELLED', 'PAID>REFUNDED')
                """);
        MUST_BE_EMPTY.put("S3 each transition at most once, new attempts at paying excepted", """
                SELECT order_id FROM order_history
                WHERE from_status IS NULL OR CONCAT(from_status, '>', to_status) NOT IN ('PAYING>FAILED', 'FAILED>PAYING')
                GROUP BY order_id, from_status, to_status HAVING COUNT(*) > 1
                """);
        MUST_BE_EMPTY.put("S1 refunds are within the payment, booked one by one, and REFUNDED means all of it", """
                SELECT o.order_id FROM orders o
                LEFT JOIN (SELECT order_id, SUM(CASE status WHEN 'FAILED' THEN 0 ELSE amount END) AS total,
                                  SUM(CASE status WHEN 'DONE' THEN amount ELSE 0 END) AS done,
                                  SUM(CASE status WHEN 'DONE' THEN 1 ELSE 0 END) AS pieces
                           FROM refund GROUP BY order_id) r ON r.order_id = o.order_id
                LEFT JOIN (SELECT j.order_id, SUM(j.amount) AS given, COUNT(*) AS pieces FROM funds_journal j
                           LEFT JOIN refund_request q ON q.channel = j.channel AND q.transaction_no = j.refund_of
                           WHERE j.direction = 'OUT' AND q.transaction_no IS NULL
                           GROUP BY j.order_id) j ON j.order_id = o.order_id
                WHERE COALESCE(r.total, 0) > CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.amount ELSE 0 END
                   OR COALESCE(r.done, 0) <> COALESCE(j.given, 0) OR COALESCE(r.pieces, 0) <> COALESCE(j.pieces, 0)
                   OR (o.status = 'REFUNDED') <> (COALESCE(r.done, 0) = o.amount)
                """);
        MUST_BE_EMPTY.put(
                "S2 the seeded coupon: what remains + what was claimed = 100; a cancelled order holds none", """
                SELECT c.code FROM coupon c LEFT JOIN coupon_claim m ON m.code = c.code
                WHERE c.code = 'WELCOME' GROUP BY c.code, c.remaining HAVING c.remaining + COUNT(m.user_id) <> 100
                UNION ALL
                SELECT o.order_id FROM orders o JOIN coupon_claim m ON m.order_id = o.order_id WHERE o.status = 'CANCELLED'
                """);
        MUST_BE_EMPTY.put(
                "S4 no record is left claimed",
                "SELECT operation, idempotency_key FROM onlyonce_record WHERE state = 'C'");
        MUST_BE_EMPTY.put("S5 every answer that is kept expires, every token too", """
                SELECT idempotency_key FROM onlyonce_record WHERE expires_at IS NULL
                UNION ALL SELECT purpose FROM onlyonce_token WHERE expires_at IS NULL
                """);
    }

    private ShopInvariants() {}

    /** What is wrong; empty if nothing is. */
    public static List<String> violations(Connection connection) throws SQLException {
        List<String> violations = new ArrayList<>();
        for (Map.Entry<String, String> check : MUST_BE_EMPTY.entrySet()) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(check.getValue())) {
                while (rows.next() && violations.size() < 20) {
                    violations.add(check.getKey() + ": " + rows.getString(1));
                }
            }
        }
        return violations;
    }
}
