package io.onlyonce.shop.payment;

import io.onlyonce.shop.Money;
import io.onlyonce.simulator.PaymentSimulator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.stereotype.Component;

/** A gateway inside the process, in front of the simulated providers; it forgets everything with the process. It can be told to behave badly once. Thread-safe. */
@Component
public class PaymentGatewayStub implements PaymentGateway {
    private final Map<String, NewGatewayPayment> payments = new ConcurrentHashMap<>();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final AtomicReference<Trouble> next = new AtomicReference<>(Trouble.NONE);
    private final AtomicReference<Trouble> nextQuestion = new AtomicReference<>(Trouble.NONE);

    private final PaymentSimulator providers;

    PaymentGatewayStub(PaymentSimulator providers) {
        this.providers = providers;
    }

    /** How a call may end. */
    public enum Trouble {
        /** As it should. */
        NONE,
        /** It is done, but the answer does not come. */
        NO_ANSWER,
        /** Nothing is done. */
        REFUSED
    }

    /** How the next payment that is opened ends. */
    public void openNext(Trouble trouble) {
        next.set(trouble);
    }

    /** How the next question after a payment ends. */
    public void askNext(Trouble trouble) {
        nextQuestion.set(trouble);
    }

    @Override
    public void open(NewGatewayPayment payment) {
        Trouble trouble = next.getAndSet(Trouble.NONE);
        if (trouble == Trouble.REFUSED) {
            throw new RefusedException();
        }
        calls.merge(payment.reference(), 1, Integer::sum);
        payments.putIfAbsent(payment.reference(), payment);
        open(payment.channel(), payment.paymentNo(), payment.amount());
        if (trouble == Trouble.NO_ANSWER) {
            throw new NoAnswerException();
        }
    }

    @Override
    public Optional<NewGatewayPayment> find(String reference) {
        if (nextQuestion.getAndSet(Trouble.NONE) != Trouble.NONE) {
            throw new NoAnswerException();
        }
        return Optional.ofNullable(payments.get(reference));
    }

    /** A payment that came before this process began, or past it, is taken from the question. */
    @Override
    public Optional<String> refund(NewGatewayRefund refund) {
        providers.adopt(
                provider(refund.channel()),
                refund.paymentNo(),
                refund.transactionNo(),
                refund.paid().amount());
        try {
            return Optional.of(providers
                    .refund(
                            refund.paymentNo(),
                            refund.reference(),
                            refund.amount().amount())
                    .itsRefund()
                    .refundId());
        } catch (IllegalArgumentException | IllegalStateException e) { // more than is left of it, for example
            return Optional.empty();
        }
    }

    private void open(String channel, String paymentNo, Money amount) {
        if (amount.amount().signum() > 0) { // what costs nothing needs no provider
            providers.open(provider(channel), paymentNo, amount.amount());
        }
    }

    private static io.onlyonce.simulator.Channel provider(String channel) {
        return io.onlyonce.simulator.Channel.named(channel);
    }

    /** How many payments were opened under this number of the shop's. */
    public long paymentsOf(String paymentNo) {
        return payments.values().stream()
                .filter(payment -> payment.paymentNo().equals(paymentNo))
                .count();
    }

    /** How many payments there are. */
    public int payments() {
        return payments.size();
    }

    /** How often a payment was asked for under this reference, whatever came of it. */
    public int calls(String reference) {
        return calls.getOrDefault(reference, 0);
    }
}
