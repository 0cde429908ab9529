package io.onlyonce.benchmarks.replay;

import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.Payment;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A design that is asked for what was paid before, one or the other of it each time, whatever it is handed. */
final class Repeated implements Design {
    private final Design design;
    private final List<Payment> paid;

    Repeated(Design design, List<Payment> paid) {
        this.design = design;
        this.paid = paid;
    }

    /**
     * @throws IllegalStateException if the answer is not the first one
     */
    @Override
    public String pay(Payment any) throws Exception {
        Payment before = paid.get(ThreadLocalRandom.current().nextInt(paid.size()));
        String answer = design.pay(before);
        if (!answer.equals(before.answer())) {
            throw new IllegalStateException("Paid before, and answered otherwise: " + answer);
        }
        return answer;
    }

    @Override
    public void close() {
        design.close();
    }
}
