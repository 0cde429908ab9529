package io.onlyonce.shop.simulation;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.reconcile.Direction;
import io.onlyonce.callback.reconcile.StatementLine;
import io.onlyonce.shop.callback.ProviderAnswers;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Movement;
import io.onlyonce.simulator.Payment;
import io.onlyonce.simulator.PaymentSimulator;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** The simulated providers when they are asked. Each shop has its own: what another one has simulated is unknown here, and looks like a difference. */
@Component
class SimulatedAnswers implements ProviderAnswers {
    /** Who tell how much was refunded of a payment in all. */
    private static final Set<Channel> TELL_SUMS = EnumSet.of(Channel.ALIPAY, Channel.STRIPE);

    private final PaymentSimulator simulator;
    private final Instant since = Instant.now();

    SimulatedAnswers(PaymentSimulator simulator) {
        this.simulator = simulator;
    }

    @Override
    public Instant since() {
        return since;
    }

    @Override
    public List<PaymentNotice> about(String paymentNo) {
        List<PaymentNotice> answers = new ArrayList<>();
        BigDecimal refunded = BigDecimal.ZERO;
        for (Movement movement : simulator.statement()) {
            if (movement.paymentNo().equals(paymentNo)) {
                refunded = movement.direction() == Movement.Direction.OUT ? refunded.add(movement.amount()) : refunded;
                answers.add(answer(movement, refunded));
            }
        }
        return answers.isEmpty() ? unpaid(paymentNo) : answers;
    }

    private static PaymentNotice answer(Movement movement, BigDecimal refunded) {
        boolean in = movement.direction() == Movement.Direction.IN;
        boolean sum = !in && TELL_SUMS.contains(movement.channel());
        return new PaymentNotice(
                movement.channel().path(),
                "query-" + movement.transactionNo(),
                in ? NoticeKind.PAID : NoticeKind.REFUNDED,
                movement.paymentNo(),
                in ? movement.transactionNo() : null,
                in ? null : movement.transactionNo(),
                movement.refundNo(),
                sum ? null : new Amount(movement.amount(), movement.currency()),
                sum ? new Amount(refunded, movement.currency()) : null,
                movement.at());
    }

    private List<PaymentNotice> unpaid(String paymentNo) {
        Payment payment;
        try {
            payment = simulator.query(paymentNo);
        } catch (IllegalArgumentException unknown) {
            return List.of(); // opened before this process began
        }
        NoticeKind kind =
                switch (payment.state()) {
                    case CLOSED -> NoticeKind.CLOSED;
                    case FAILED -> NoticeKind.FAILED;
                    default -> NoticeKind.PENDING;
                };
        return kind == NoticeKind.PENDING
                ? List.of()
                : List.of(PaymentNotice.ofPayment(
                        payment.channel().path(),
                        "query-" + payment.transactionId() + "-" + kind,
                        kind,
                        paymentNo,
                        payment.transactionId(),
                        null,
                        null));
    }

    @Override
    public List<StatementLine> statement() {
        Map<String, StatementLine> lines = new LinkedHashMap<>();
        for (Movement movement : simulator.statement()) {
            boolean sum = movement.direction() == Movement.Direction.OUT && TELL_SUMS.contains(movement.channel());
            String number = sum ? simulator.query(movement.paymentNo()).transactionId() : movement.transactionNo();
            lines.merge(movement.direction() + number, line(movement, number), SimulatedAnswers::sum);
        }
        return List.copyOf(lines.values());
    }

    private static StatementLine line(Movement movement, String number) {
        return new StatementLine(
                movement.channel().path(),
                number,
                Direction.valueOf(movement.direction().name()),
                movement.paymentNo(),
                new Amount(movement.amount(), movement.currency()),
                movement.at());
    }

    private static StatementLine sum(StatementLine one, StatementLine other) {
        Amount amount = new Amount(
                one.amount().value().add(other.amount().value()), one.amount().currency());
        return new StatementLine(
                one.channel(), one.transactionNo(), one.direction(), one.paymentNo(), amount, other.at());
    }
}
