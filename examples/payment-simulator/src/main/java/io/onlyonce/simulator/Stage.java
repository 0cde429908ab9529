package io.onlyonce.simulator;

import java.util.List;

/**
 * What a scenario is played with. Immutable.
 *
 * @param simulator where the payments are open
 * @param delivery to the merchant
 */
public record Stage(PaymentSimulator simulator, CallbackDelivery delivery) {
    /**
     * Plays a scenario.
     *
     * @param paymentNos of open payments; one, or two where the scenario says so
     * @throws IllegalArgumentException if there are too few
     */
    public List<Delivery> play(Scenario scenario, String... paymentNos) throws InterruptedException {
        return scenario.play(this, List.of(paymentNos));
    }
}
