package io.onlyonce.shop.callback;

import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.shop.Ids;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The journal's rows of the channels. Each is known by the channel's own number, once per direction; whoever writes has the order's row locked. */
@Repository
class ChannelJournal {
    private static final String RECEIPT =
            "SELECT channel, transaction_no, payment_no, order_id, amount FROM funds_journal ";

    private static final UniqueInsert<Receipt, Receipt> BY_TRANSACTION = UniqueInsert.<Receipt>into(
                    """
                    INSERT INTO funds_journal (journal_no, order_id, channel, transaction_no, direction, amount, at, payment_no)
                    VALUES (?, ?, ?, ?, 'IN', ?, CURRENT_TIMESTAMP(6), ?)
                    """,
                    receipt -> List.of(
                            Ids.next(),
                            receipt.orderId(),
                            receipt.channel(),
                            receipt.transactionNo(),
                            receipt.amount(),
                            receipt.paymentNo()))
            .identifiedBy(
                    RECEIPT + "WHERE channel = ? AND transaction_no = ? AND direction = 'IN'",
                    receipt -> List.of(receipt.channel(), receipt.transactionNo()),
                    ChannelJournal::read);

    private final UniqueInserts inserts;
    private final JdbcClient jdbc;

    ChannelJournal(UniqueInserts inserts, JdbcClient jdbc) {
        this.inserts = inserts;
        this.jdbc = jdbc;
    }

    /**
     * Money that has come.
     *
     * @param transactionNo the channel's number
     * @param paymentNo the own number
     */
    record Receipt(String channel, String transactionNo, String paymentNo, String orderId, BigDecimal amount) {}

    Inserted<Receipt> book(Receipt receipt) {
        return inserts.insert(BY_TRANSACTION, receipt);
    }

    /** The money that a refund gives back: by the channel's number of the payment; by the own one where no other is told. */
    Optional<Receipt> receiptFor(PaymentNotice refund) {
        String transactionNo = refund.transactionId();
        return transactionNo == null ? firstReceiptOf(refund.paymentNo()) : receipt(refund.channel(), transactionNo);
    }

    private Optional<Receipt> receipt(String channel, String transactionNo) {
        return jdbc.sql(RECEIPT + "WHERE channel = :channel AND transaction_no = :transactionNo AND direction = 'IN'")
                .param("channel", channel)
                .param("transactionNo", transactionNo)
                .query((row, number) -> read(row))
                .optional();
    }

    private Optional<Receipt> firstReceiptOf(String paymentNo) {
        return jdbc.sql(RECEIPT + "WHERE payment_no = :paymentNo AND direction = 'IN' ORDER BY journal_no LIMIT 1")
                .param("paymentNo", paymentNo)
                .query((row, number) -> read(row))
                .optional();
    }

    private static Receipt read(ResultSet row) throws SQLException {
        return new Receipt(
                row.getString("channel"),
                row.getString("transaction_no"),
                row.getString("payment_no"),
                row.getString("order_id"),
                row.getBigDecimal("amount"));
    }

    /**
     * Money that has gone back.
     *
     * @param refundOf the channel's number of the payment
     */
    record Refunded(String refundOf, BigDecimal amount) {}

    /** What was booked under this refund's number. */
    Optional<Refunded> refund(String channel, String refundNo) {
        return jdbc.sql("""
                        SELECT refund_of, amount FROM funds_journal
                        WHERE channel = :channel AND transaction_no = :refundNo AND direction = 'OUT'
                        """)
                .param("channel", channel)
                .param("refundNo", refundNo)
                .query((row, number) -> new Refunded(row.getString("refund_of"), row.getBigDecimal("amount")))
                .optional();
    }

    /** How much of it has gone back. */
    BigDecimal refundedOf(Receipt receipt) {
        return jdbc.sql("""
                        SELECT COALESCE(SUM(amount), 0) FROM funds_journal
                        WHERE channel = :channel AND refund_of = :transactionNo AND direction = 'OUT'
                        """)
                .param("channel", receipt.channel())
                .param("transactionNo", receipt.transactionNo())
                .query(BigDecimal.class)
                .single();
    }

    void bookRefund(Receipt receipt, String refundNo, BigDecimal amount) {
        jdbc.sql("""
                        INSERT INTO funds_journal
                            (journal_no, order_id, channel, transaction_no, direction, amount, at, payment_no, refund_of)
                        VALUES (:journalNo, :orderId, :channel, :refundNo, 'OUT', :amount, CURRENT_TIMESTAMP(6), :paymentNo, :refundOf)
                        """)
                .param("journalNo", Ids.next())
                .param("orderId", receipt.orderId())
                .param("channel", receipt.channel())
                .param("refundNo", refundNo)
                .param("amount", amount)
                .param("paymentNo", receipt.paymentNo())
                .param("refundOf", receipt.transactionNo())
                .update();
    }
}
