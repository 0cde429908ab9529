package io.onlyonce.shop.order;

import io.onlyonce.shop.database.WholeUnit;
import io.onlyonce.shop.web.Caller;
import io.onlyonce.spring.Idempotent;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/orders}. */
@RestController
class OrderController {
    private final Orders orders;
    private final OrderReader reader;
    private final OrderHistory history;
    private final Cancellations cancellations;
    private final WholeUnit unit;

    OrderController(
            Orders orders, OrderReader reader, OrderHistory history, Cancellations cancellations, WholeUnit unit) {
        this.orders = orders;
        this.cancellations = cancellations;
        this.unit = unit;
        this.reader = reader;
        this.history = history;
    }

    /** @param total how many the caller has; the list holds the newest of them */
    record OrderList(long total, List<Order> orders) {}

    /**
     * Places an order, once per key.
     *
     * <p>Remembered besides success: 409, "out of stock". Once a caller has been told no, a late copy of his request must not order after all. Not remembered:
     * 400, 404 and 422, which say that the request itself was wrong: nothing was done, and the corrected request may use the same key.
     */
    @PostMapping("/api/orders")
    @Idempotent(operation = "create-order", remembersStatuses = 409, number = "/orderId")
    ResponseEntity<Order> place(Caller caller, @Valid @RequestBody NewOrder wanted) {
        Orders.Placed placed = orders.place(caller.userId(), wanted);
        return placed.isNew()
                ? ResponseEntity.created(location(placed.order())).body(placed.order())
                : ResponseEntity.ok(placed.order());
    }

    /** Cancels an order. It needs no key: the state machine lets it happen once, and a repeat finds the order cancelled. */
    @PostMapping("/api/orders/{orderId}/cancellation")
    Order cancel(@PathVariable String orderId) {
        return unit.retried(() -> cancellations.cancel(orderId, "cancelled by the buyer"));
    }

    @GetMapping("/api/orders")
    OrderList list(Caller caller, @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        return new OrderList(reader.count(caller.userId()), reader.newest(caller.userId(), limit));
    }

    @GetMapping("/api/orders/{orderId}")
    Order get(@PathVariable String orderId) {
        return reader.get(orderId);
    }

    @GetMapping("/api/orders/{orderId}/history")
    List<OrderHistory.Entry> history(@PathVariable String orderId) {
        return history.of(reader.get(orderId).orderId());
    }

    private static URI location(Order order) {
        return URI.create("/api/orders/" + order.orderId());
    }
}
