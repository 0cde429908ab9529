package io.onlyonce.simulator;

import io.onlyonce.simulator.Payment.State;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The providers' own ledger, in memory: what was asked for, what was paid, what went back. Each operation gives the notice that the provider would send of it, or none
 * where that provider sends none; sending is {@link CallbackDelivery}'s part. Thread-safe.
 *
 * <p>All amounts are in units of {@value #CURRENCY} (25.00 are 25 yuan), above zero, with at most two decimals; others are an {@link IllegalArgumentException}, and so
 * is an unknown payment number. What a provider would refuse in the payment's present state is an {@link IllegalStateException}.
 */
public final class PaymentSimulator {
    /** The currency of all payments. */
    public static final String CURRENCY = "CNY";

    private static final int DECIMALS = 2;

    private final Clock clock;
    private final Map<String, Payment> payments = new HashMap<>();
    private final Map<String, Notice> lastWords = new HashMap<>();
    private final RefundBook refunds = new RefundBook();
    private final Statement statement = new Statement();

    /**
     * @param clock gives the moments in the ledger
     */
    public PaymentSimulator(Clock clock) {
        this.clock = clock;
    }

    /** The merchant asks for a payment; once more with the same values, the first one is given again. */
    public synchronized Payment open(Channel channel, String paymentNo, BigDecimal amount) {
        BigDecimal asked = checked(amount);
        Payment known = payments.get(paymentNo);
        if (known == null) {
            known = Payment.opened(channel, paymentNo, asked, CURRENCY, clock.instant());
            payments.put(paymentNo, known);
        } else if (known.channel() != channel || known.amount().compareTo(asked) != 0) {
            throw new IllegalArgumentException(SimulatorTexts.otherPayment(known));
        }
        return known;
    }

    /**
     * Takes over a payment that was paid under this number before this simulator knew of it: as after a restart of what stands in for the provider. No notice is sent,
     * and the statement does not have it. One that is known to be paid stays as it is.
     */
    public synchronized Payment adopt(Channel channel, String paymentNo, String transactionId, BigDecimal amount) {
        Payment known = payments.get(paymentNo);
        if (known != null && known.hasBeenPaid()) {
            return known;
        }
        Instant now = clock.instant();
        return changed(new Payment(
                channel,
                paymentNo,
                transactionId,
                checked(amount),
                CURRENCY,
                State.PAID,
                BigDecimal.ZERO.setScale(DECIMALS),
                now,
                now));
    }

    /** The payment as it is now. */
    public synchronized Payment query(String paymentNo) {
        Payment payment = payments.get(paymentNo);
        if (payment == null) {
            throw new IllegalArgumentException(SimulatorTexts.noPayment(paymentNo));
        }
        return payment;
    }

    /** All money that moved, oldest first: what a merchant reconciles with. */
    public synchronized List<Movement> statement() {
        return statement.lines();
    }

    /** Tells that the buyer has the payment before him. */
    public synchronized Optional<Notice> pending(String paymentNo) {
        Payment payment = query(paymentNo);
        require(payment.state() == State.OPEN, "wait for", payment);
        return notice(NoticeKind.PENDING, payment, null);
    }

    /** The buyer pays. A payment is paid once; then the first notice is given again. */
    public synchronized Notice pay(String paymentNo) {
        Payment payment = query(paymentNo);
        if (!payment.hasBeenPaid()) {
            require(payment.state() != State.CLOSED, "take money for", payment);
            Payment paid = changed(payment.paid(clock.instant()));
            statement.in(paid);
            lastWords.put(paymentNo, new Notice(NoticeKind.PAID, paid, null, clock.instant()));
        }
        return Optional.ofNullable(lastWords.get(paymentNo)).orElseThrow();
    }

    /**
     * A genuine notice that names another amount, as after a mix-up at the provider. The ledger stays as it is, so that the right notice can follow.
     *
     * @param amount any with at most two decimals, even below zero
     */
    public synchronized Notice payWrongAmount(String paymentNo, BigDecimal amount) {
        return wrongly(paymentNo).naming(amount, CURRENCY);
    }

    /** The same with the right number in another currency; empty for Alipay, whose notices name none. */
    public synchronized Optional<Notice> payWrongCurrency(String paymentNo, String currency) {
        Notice wrong = wrongly(paymentNo);
        return switch (wrong.channel()) {
            case STANDARD, STRIPE, WECHATPAY ->
                Optional.of(wrong.naming(wrong.payment().amount(), currency));
            case ALIPAY -> Optional.empty();
        };
    }

    /** The same with another merchant (mchid, seller_id); empty for the providers that name none, Standard Webhooks and Stripe. */
    public synchronized Optional<Notice> payWrongMerchant(String paymentNo, String merchant) {
        Notice wrong = wrongly(paymentNo);
        return switch (wrong.channel()) {
            case WECHATPAY, ALIPAY -> Optional.of(wrong.naming(merchant));
            case STANDARD, STRIPE -> Optional.empty();
        };
    }

    /** An attempt at paying fails; the buyer may try again. Each attempt has a notice of its own. */
    public synchronized Optional<Notice> fail(String paymentNo) {
        Payment payment = query(paymentNo);
        require(payment.state() == State.OPEN || payment.state() == State.FAILED, "let an attempt fail at", payment);
        return notice(NoticeKind.FAILED, changed(payment.in(State.FAILED)), null);
    }

    /** The payment is closed without money. Once closed, the first notice is given again. */
    public synchronized Optional<Notice> close(String paymentNo) {
        Payment payment = query(paymentNo);
        require(!payment.hasBeenPaid(), "close", payment);
        if (payment.state() != State.CLOSED) {
            notice(NoticeKind.CLOSED, changed(payment.in(State.CLOSED)), null)
                    .ifPresent(notice -> lastWords.put(paymentNo, notice));
        }
        return Optional.ofNullable(lastWords.get(paymentNo));
    }

    /** Money goes back. The same number with the same parameters refunds once; then the first notice is given again. */
    public synchronized Notice refund(String paymentNo, String refundNo, BigDecimal amount) {
        return refunds(paymentNo, refundNo, amount, Refund.State.SUCCEEDED).orElseThrow();
    }

    /** A refund is stuck; {@link #refund} with the same number may bring it to its end yet. */
    public synchronized Optional<Notice> refundStuck(String paymentNo, String refundNo, BigDecimal amount) {
        return refunds(paymentNo, refundNo, amount, Refund.State.ABNORMAL);
    }

    /** A refund fails for good. */
    public synchronized Optional<Notice> refundClosed(String paymentNo, String refundNo, BigDecimal amount) {
        return refunds(paymentNo, refundNo, amount, Refund.State.CLOSED);
    }

    private Optional<Notice> refunds(String paymentNo, String refundNo, BigDecimal amount, Refund.State end) {
        Payment payment = query(paymentNo);
        require(payment.hasBeenPaid(), "refund", payment);
        Refund refund = refunds.asked(payment, refundNo, checked(amount), clock.instant());
        if (!refunds.hasEnded(refund, end)) {
            Refund ended = refunds.end(refund, end);
            if (end == Refund.State.SUCCEEDED) {
                payment = changed(payment.refundedBy(ended.amount()));
                statement.out(payment, ended, clock.instant());
            }
            notice(end.kind(), payment, ended).ifPresent(refunds::told);
        }
        return refunds.lastNotice(refundNo);
    }

    private Notice wrongly(String paymentNo) {
        Instant now = clock.instant();
        return new Notice(NoticeKind.PAID, query(paymentNo).paid(now), null, now);
    }

    private Optional<Notice> notice(NoticeKind kind, Payment payment, @Nullable Refund refund) {
        return payment.channel().sends(kind)
                ? Optional.of(new Notice(kind, payment, refund, clock.instant()))
                : Optional.empty();
    }

    private Payment changed(Payment payment) {
        payments.put(payment.paymentNo(), payment);
        return payment;
    }

    private static BigDecimal checked(BigDecimal amount) {
        if (amount.signum() <= 0 || amount.stripTrailingZeros().scale() > DECIMALS) {
            throw new IllegalArgumentException(SimulatorTexts.amount(amount));
        }
        return amount.setScale(DECIMALS);
    }

    private static void require(boolean possible, String operation, Payment payment) {
        if (!possible) {
            throw new IllegalStateException(SimulatorTexts.notPossible(operation, payment));
        }
    }
}
