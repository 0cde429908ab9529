package io.onlyonce.shop.order;

import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Money;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.database.UniqueInsert;
import io.onlyonce.shop.product.Products;
import io.onlyonce.shop.product.Stock;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places orders. */
@Service
public class Orders {
    private static final BigDecimal MAX_QUANTITY = BigDecimal.valueOf(Problems.MAX_QUANTITY);

    private final UniqueInsert inserts;
    private final OrderReader reader;
    private final OrderHistory history;
    private final Products products;
    private final Stock stock;

    Orders(UniqueInsert inserts, OrderReader reader, OrderHistory history, Products products, Stock stock) {
        this.inserts = inserts;
        this.reader = reader;
        this.history = history;
        this.products = products;
        this.stock = stock;
    }

    /** @param isNew whether this call placed the order, or found it under its request number */
    public record Placed(Order order, boolean isNew) {}

    /**
     * Places the order: order, stock deduction and history in one transaction, the caller's where there is one.
     *
     * <p>The order goes first, because its request number recognises a repeat before anything is deducted; the product's row, which every buyer wants, is locked
     * last and so for the shortest time.
     *
     * @throws io.onlyonce.shop.Problem if it is refused; nothing was done
     */
    @Transactional
    public Placed place(String userId, NewOrder wanted) {
        int quantity = checked(wanted.quantity());
        if (wanted.couponCode() != null) {
            throw Problems.couponNotSupported();
        }
        Money amount = products.get(wanted.sku()).price().times(quantity);
        String orderId = Ids.next();
        if (!insert(orderId, userId, wanted, quantity, amount)) {
            String requestNo = Objects.requireNonNull(wanted.requestNo(), "only a request number can be taken");
            return new Placed(reader.findByRequest(userId, requestNo).orElseThrow(), false);
        }
        stock.deduct(wanted.sku(), quantity, orderId);
        history.note(orderId, null, "placed");
        return new Placed(reader.get(orderId), true);
    }

    private boolean insert(String orderId, String userId, NewOrder wanted, int quantity, Money amount) {
        Map<String, Object> values = new HashMap<>();
        values.put("orderId", orderId);
        values.put("userId", userId);
        values.put("requestNo", wanted.requestNo());
        values.put("sku", wanted.sku());
        values.put("quantity", quantity);
        values.put("amount", amount.amount());
        return inserts.tryInsert("""
                INSERT INTO orders (order_id, user_id, request_no, sku, quantity, amount, status, version, created_at)
                VALUES (:orderId, :userId, :requestNo, :sku, :quantity, :amount, 'PENDING', 1, CURRENT_TIMESTAMP(6))
                """, values);
    }

    private static int checked(BigDecimal quantity) {
        if (quantity.signum() <= 0
                || quantity.compareTo(MAX_QUANTITY) > 0
                || quantity.stripTrailingZeros().scale() > 0) {
            throw Problems.quantityInvalid(quantity);
        }
        return quantity.intValueExact();
    }
}
