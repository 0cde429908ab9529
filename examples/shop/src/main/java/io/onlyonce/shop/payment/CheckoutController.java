package io.onlyonce.shop.payment;

import io.onlyonce.Attempt;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/orders/{id}/checkout}. */
@RestController
class CheckoutController {
    private final Checkouts checkouts;

    CheckoutController(Checkouts checkouts) {
        this.checkouts = checkouts;
    }

    record NewCheckout(@NotNull Channel channel) {}

    /** Each key is one visit to a channel's page. It reaches beyond the database, so it is leased. Remembered besides success: 409. */
    @PostMapping("/api/orders/{orderId}/checkout")
    @Idempotent(
            operation = "checkout",
            remembersStatuses = 409,
            guarantee = Guarantee.LEASED,
            whenAbandoned = Abandoned.RESOLVE,
            resolver = "checkoutFound",
            backstop = "oneCheckout")
    Checkout open(@PathVariable String orderId, @Valid @RequestBody NewCheckout wanted, Attempt attempt) {
        return checkouts.open(orderId, wanted.channel(), attempt);
    }
}
