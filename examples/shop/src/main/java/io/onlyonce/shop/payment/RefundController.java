package io.onlyonce.shop.payment;

import io.onlyonce.shop.Money;
import io.onlyonce.spring.Idempotent;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/orders/{id}/refunds}. */
@RestController
class RefundController {
    private final Refunds refunds;

    RefundController(Refunds refunds) {
        this.refunds = refunds;
    }

    record NewRefund(@NotNull Money amount) {}

    /** Two refunds of the same amount are two refunds, so the key alone tells a repeat. Remembered besides success: 409. */
    @PostMapping("/api/orders/{orderId}/refunds")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(operation = "refund", remembersStatuses = 409, number = "/refundNo")
    Refunds.Refund refund(@PathVariable String orderId, @Valid @RequestBody NewRefund wanted) {
        return refunds.refund(orderId, wanted.amount());
    }
}
