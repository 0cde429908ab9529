package io.onlyonce.shop.payment;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.shop.Money;
import io.onlyonce.shop.payment.PaymentGateway.NewGatewayRefund;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Asks channels for the refunds that have committed. It may ask twice, also beside another shop's: the gateway knows each refund by the shop's number, and so do the
 * books, whether they hear of it from here or by the channel's own notice.
 */
@Component
public class ChannelRefundSender {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelRefundSender.class);
    private static final int BATCH = 50;

    private final PaymentGateway gateway;
    private final ChannelPayment payments;
    private final CallbackPipeline callbacks;
    private final JdbcClient jdbc;

    ChannelRefundSender(PaymentGateway gateway, ChannelPayment payments, CallbackPipeline callbacks, JdbcClient jdbc) {
        this.gateway = gateway;
        this.payments = payments;
        this.callbacks = callbacks;
        this.jdbc = jdbc;
    }

    private record Due(String refundNo, String orderId, Money amount) {}

    /** Sends what has not been done yet; what fails is sent again. */
    @Scheduled(fixedDelayString = "${shop.refunds.send-every:PT0.2S}")
    public void sendDue() {
        for (Due due : due()) {
            try {
                send(due);
            } catch (RuntimeException e) { // one that can't be made must not keep the others waiting
                LOG.warn("The refund {} was not made now; it will be asked for again.", due.refundNo(), e);
            }
        }
    }

    private List<Due> due() {
        return jdbc.sql("""
                        SELECT refund_no, order_id, amount FROM refund
                        WHERE status = 'PROCESSING' ORDER BY refund_no LIMIT :batch
                        """)
                .param("batch", BATCH)
                .query((row, number) -> new Due(
                        row.getString("refund_no"), row.getString("order_id"), new Money(row.getBigDecimal("amount"))))
                .list();
    }

    private void send(Due due) {
        ChannelPayment.Paid paid = payments.of(due.orderId()).orElseThrow();
        Optional<String> number = gateway.refund(new NewGatewayRefund(
                due.refundNo(), paid.channel(), paid.paymentNo(), paid.transactionNo(), paid.amount(), due.amount()));
        if (number.isEmpty()) {
            failed(due);
            return;
        }
        answered(due, number.get());
        callbacks.take(new PaymentNotice(
                paid.channel(),
                "refund-" + due.refundNo(),
                NoticeKind.REFUNDED,
                paid.paymentNo(),
                paid.transactionNo(),
                number.get(),
                due.refundNo(),
                new Amount(due.amount().amount(), "CNY"),
                null,
                null));
    }

    /** The channel's number, so that its own notice is recognised. */
    private void answered(Due due, String number) {
        jdbc.sql("""
                        UPDATE refund SET channel_refund_no = :number
                        WHERE refund_no = :refundNo AND status = 'PROCESSING' AND channel_refund_no IS NULL
                        """).param("number", number).param("refundNo", due.refundNo()).update();
    }

    private void failed(Due due) {
        LOG.error("The channel will not make the refund {} of the order {}.", due.refundNo(), due.orderId());
        jdbc.sql("UPDATE refund SET status = 'FAILED' WHERE refund_no = :refundNo AND status = 'PROCESSING'")
                .param("refundNo", due.refundNo())
                .update();
    }
}
