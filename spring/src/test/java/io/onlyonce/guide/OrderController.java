package io.onlyonce.guide;

import io.onlyonce.spring.Idempotent;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {
    private final Orders orders;

    OrderController(Orders orders) {
        this.orders = orders;
    }

    @PostMapping("/api/orders")
    @Idempotent
    ResponseEntity<OrderView> place(@RequestBody NewOrder order) {
        OrderView placed = orders.place(order);
        URI location = URI.create("/api/orders/" + placed.orderId());
        return ResponseEntity.created(location).body(placed);
    }

    @PostMapping("/api/orders/{orderId}/payments")
    @Idempotent(operation = "pay-order", retention = "7d", remembersStatuses = 402, volatileFields = "/sentAt")
    ResponseEntity<?> pay(@PathVariable String orderId, @RequestBody NewPayment payment) {
        if (!orders.pay(orderId, payment)) {
            return ResponseEntity.of(ProblemDetail.forStatusAndDetail(HttpStatus.PAYMENT_REQUIRED, "too little money"))
                    .build(); // rolled back, and the refusal is remembered
        }
        return ResponseEntity.noContent().build();
    }
}
