package io.onlyonce.shop.payment;

import io.onlyonce.shop.database.WholeUnit;
import jakarta.validation.Valid;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Payments and the accounts behind them. */
@RestController
class PaymentController {
    private final Payments payments;
    private final Accounts accounts;
    private final WholeUnit unit;

    PaymentController(Payments payments, Accounts accounts, WholeUnit unit) {
        this.unit = unit;
        this.payments = payments;
        this.accounts = accounts;
    }

    @PostMapping("/api/orders/{orderId}/payments")
    Payments.Paid pay(@PathVariable String orderId, @Valid @RequestBody NewPayment payment) {
        return unit.retried(() -> payments.pay(orderId, payment));
    }

    @GetMapping("/api/accounts/{accountId}")
    Account account(@PathVariable String accountId) {
        return accounts.get(accountId);
    }
}
