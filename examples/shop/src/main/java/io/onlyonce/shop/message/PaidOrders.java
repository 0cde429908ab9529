package io.onlyonce.shop.message;

import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.shop.order.Order;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** Tells that orders were paid: the message is there if the payment's transaction commits, and gone if it does not. */
@Component
public class PaidOrders {
    private final Outbox outbox;
    private final JsonMapper json;
    private final String destination;

    PaidOrders(Outbox outbox, JsonMapper json, MessageSettings settings) {
        this.outbox = outbox;
        this.json = json;
        this.destination = settings.orderPaid();
    }

    /** Publishes that this order was paid. An order is paid once, so its number makes the message's. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void publish(Order order) {
        String messageId = "order.paid:" + order.orderId();
        PaidOrder paid = new PaidOrder(messageId, order.orderId(), order.userId(), order.amount());
        outbox.publish(new OutgoingMessage(
                destination,
                order.orderId(),
                messageId,
                Map.of("content-type", "application/json"),
                json.writeValueAsBytes(paid)));
    }
}
