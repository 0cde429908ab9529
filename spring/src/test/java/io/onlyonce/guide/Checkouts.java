package io.onlyonce.guide;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.Steps;
import java.math.BigDecimal;

/** Two remote effects in one leased operation. */
final class Checkouts {
    private final OnlyOnce leased;
    private final Steps steps;
    private final Operation<String> checkout;
    private final CardGateway gateway;
    private final Shipping shipping;

    /** Another remote party. */
    @FunctionalInterface
    interface Shipping {
        String book(String reference, String paymentNo) throws Exception;
    }

    Checkouts(OnlyOnce leased, Steps steps, Operation<String> checkout, CardGateway gateway, Shipping shipping) {
        this.leased = leased;
        this.steps = steps;
        this.checkout = checkout;
        this.gateway = gateway;
        this.shipping = shipping;
    }

    String checkOut(String user, String key, String card, BigDecimal amount) throws Exception {
        Call call = Call.of(user, key, card, amount.toPlainString());
        return leased.run(checkout, call, attempt -> {
                    String payment = steps.run(attempt, "charge", ResultCodec.text(), () -> {
                        return gateway.charge(attempt.reference("charge"), card, amount);
                    });
                    return steps.run(attempt, "ship", ResultCodec.text(), () -> {
                        return shipping.book(attempt.reference("ship"), payment);
                    });
                })
                .orElseThrow();
    }
}
