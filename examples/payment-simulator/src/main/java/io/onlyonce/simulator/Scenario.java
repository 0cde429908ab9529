package io.onlyonce.simulator;

import java.util.List;

/** Something that happens to a merchant: what the buyer does, and how the provider tells of it. {@link Scenarios} has some ready. */
@FunctionalInterface
public interface Scenario {
    /**
     * Lets it happen.
     *
     * @param paymentNos of open payments
     * @return one for each notice and copy, in the order in which they were sent first
     */
    List<Delivery> play(Stage stage, List<String> paymentNos) throws InterruptedException;
}
