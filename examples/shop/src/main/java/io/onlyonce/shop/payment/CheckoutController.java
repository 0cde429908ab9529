package io.onlyonce.shop.payment;

import io.onlyonce.Attempt;
import io.onlyonce.shop.leased.LeasedEndpoint;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
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

    /** Each key is one visit to a channel's page; {@link CheckoutOperation} says how it is protected. */
    @PostMapping("/api/orders/{orderId}/checkout")
    Checkout open(
            @PathVariable String orderId,
            @Valid @RequestBody NewCheckout wanted,
            @RequestAttribute(LeasedEndpoint.ATTEMPT) Attempt attempt) {
        return checkouts.open(orderId, wanted.channel(), attempt);
    }
}
