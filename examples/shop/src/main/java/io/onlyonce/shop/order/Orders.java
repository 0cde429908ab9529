package io.onlyonce.shop.order;

import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Money;
import io.onlyonce.shop.Quantities;
import io.onlyonce.shop.coupon.Coupons;
import io.onlyonce.shop.product.Products;
import io.onlyonce.shop.product.Stock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places orders. */
@Service
public class Orders {
    private static final UniqueInsert<Row, Order> BY_REQUEST = UniqueInsert.<Row>into(
                    """
                    INSERT INTO orders (order_id, user_id, request_no, sku, quantity, amount, status, version, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, 'PENDING', 1, CURRENT_TIMESTAMP(6))
                    """,
                    row -> UniqueInsert.values(
                            row.orderId(),
                            row.userId(),
                            row.requestNo(),
                            row.sku(),
                            row.quantity(),
                            row.amount().amount()))
            .identifiedBy("""
                    SELECT order_id, user_id, request_no, sku, quantity, amount, status, created_at, paid_at
                    FROM orders WHERE user_id = ? AND request_no = ?
                    """, row -> List.of(row.userId(), row.requestNoOrOwnNumber()), OrderReader::read);

    private final UniqueInserts inserts;
    private final OrderReader reader;
    private final JdbcTransitions<OrderStatus> transitions;
    private final Products products;
    private final Stock stock;
    private final Coupons coupons;

    Orders(
            UniqueInserts inserts,
            OrderReader reader,
            JdbcTransitions<OrderStatus> transitions,
            Products products,
            Stock stock,
            Coupons coupons) {
        this.inserts = inserts;
        this.reader = reader;
        this.transitions = transitions;
        this.products = products;
        this.stock = stock;
        this.coupons = coupons;
    }

    /** @param isNew whether this call placed the order, or found it under its request number */
    public record Placed(Order order, boolean isNew) {}

    private record Row(
            String orderId, String userId, @Nullable String requestNo, String sku, int quantity, Money amount) {
        /** Without a request number nothing can be in the way but the order's own fresh number. */
        String requestNoOrOwnNumber() {
            return requestNo == null ? orderId : requestNo;
        }
    }

    /**
     * Places the order: order, coupon, stock deduction and history in one transaction, the caller's where there is one.
     *
     * <p>The order goes first, because its request number recognises a repeat before anything is deducted; the product's row, which every buyer wants, is locked
     * last and so for the shortest time.
     *
     * @throws io.onlyonce.shop.Problem if it is refused; nothing was done
     */
    @Transactional
    public Placed place(String userId, NewOrder wanted) {
        int quantity = Quantities.checked(wanted.quantity());
        Money amount = products.get(wanted.sku()).price().times(quantity);
        String orderId = Ids.next();
        Row row = new Row(orderId, userId, wanted.requestNo(), wanted.sku(), quantity, amount);
        if (inserts.insert(BY_REQUEST, row) instanceof Inserted.Existing<Order> existing) {
            return new Placed(existing.row(), false);
        }
        if (wanted.couponCode() != null) {
            coupons.use(wanted.couponCode(), userId, orderId);
        }
        stock.deduct(wanted.sku(), quantity, orderId);
        transitions.begin(orderId, "placed");
        return new Placed(reader.get(orderId), true);
    }
}
