package io.onlyonce.guide;

import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Orders {
    private final JdbcClient jdbc;

    Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional // joins the transaction that holds the record
    public OrderView place(NewOrder order) {
        OrderView placed = new OrderView(UUID.randomUUID().toString(), order.sku(), order.quantity());
        jdbc.sql("INSERT INTO purchase (order_id, sku, quantity) VALUES (?, ?, ?)")
                .params(placed.orderId(), placed.sku(), placed.quantity())
                .update();
        return placed;
    }

    @Transactional
    public boolean pay(String orderId, NewPayment payment) {
        jdbc.sql("UPDATE purchase SET paid = TRUE WHERE order_id = ?")
                .param(orderId)
                .update();
        return jdbc.sql("UPDATE account SET balance = balance - ? WHERE account_id = ? AND balance >= ?")
                        .params(payment.amount(), payment.accountId(), payment.amount())
                        .update()
                == 1;
    }
}
