package io.onlyonce.shop.payment;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.stereotype.Component;

/** A gateway inside the process, which forgets everything with it. It can be told to behave badly once. Thread-safe. */
@Component
public class PaymentGatewayStub implements PaymentGateway {
    private final Map<String, NewGatewayPayment> payments = new ConcurrentHashMap<>();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final AtomicReference<Trouble> next = new AtomicReference<>(Trouble.NONE);
    private final AtomicReference<Trouble> nextQuestion = new AtomicReference<>(Trouble.NONE);

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
