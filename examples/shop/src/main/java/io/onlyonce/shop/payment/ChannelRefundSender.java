package io.onlyonce.shop.payment;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.shop.Money;
import io.onlyonce.shop.payment.PaymentGateway.NewGatewayRefund;
import io.onlyonce.shop.payment.PaymentGateway.NoAnswerException;
import io.onlyonce.shop.payment.PaymentGateway.RefusedException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Asks channels for the refunds that have committed. It may ask twice, also beside another shop's: the gateway knows each refund by its number, and what it answers is
 * booked once, whether it comes from here or in the channel's own notice.
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
    @Scheduled(fixedDelayString = "${shop.refunds.send-every:PT1S}")
    public void sendDue() {
        for (Due due : due()) {
            try {
                send(due);
            } catch (NoAnswerException | RefusedException e) {
                LOG.warn(
                        "The refund {} was not answered for; it will be asked for again: {}",
                        due.refundNo(),
                        e.getMessage());
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
        PaymentGateway.GatewayRefund made = gateway.refund(new NewGatewayRefund(
                due.refundNo(), paid.channel(), paid.paymentNo(), paid.transactionNo(), paid.amount(), due.amount()));
        jdbc.sql("""
                        UPDATE refund SET channel_refund_no = :number
                        WHERE refund_no = :refundNo AND status = 'PROCESSING' AND channel_refund_no IS NULL
                        """)
                .param("number", made.number())
                .param("refundNo", due.refundNo())
                .update();
        callbacks.take(new PaymentNotice(
                paid.channel(),
                "refund-" + due.refundNo(),
                NoticeKind.REFUNDED,
                paid.paymentNo(),
                paid.transactionNo(),
                made.number(),
                null,
                new Amount(made.inAll().amount(), "CNY"),
                null));
    }
}
