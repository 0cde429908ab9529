package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.jdbc.guard.IndexGuard;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.math.BigDecimal;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The statements that lock or change rows find them by an index, on the shop's own tables. */
class IndexedStatementsTest {
    private static final BigDecimal ONE = BigDecimal.ONE;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
    enum Server {
        POSTGRESQL(TestServers::postgres),
        MARIADB(TestServers::mariadb);

        private final Supplier<TestDatabase> database;

        Server(Supplier<TestDatabase> database) {
            this.database = database;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("no guarded or locking statement of the shop reads a table from end to end")
    void indexed(Server server) {
        try (TestDatabase database = server.database.get();
                RunningShop migrated = RunningShop.on(database)) {
            assertThat(migrated.client()).isNotNull();
            IndexGuard guard = new IndexGuard(database.dataSource(1));
            guard.check(
                    "UPDATE orders SET status = 'PAID', version = version + 1 WHERE order_id = ? AND status IN ('PENDING')",
                    "o");
            guard.check("SELECT status FROM orders WHERE order_id = ? FOR UPDATE", "o");
            guard.check("SELECT order_id FROM orders WHERE user_id = ? AND request_no = ?", "u", "r");
            guard.check(
                    "UPDATE product SET stock = stock - ?, version = version + 1 WHERE sku = ? AND stock >= ?",
                    ONE,
                    "s",
                    ONE);
            guard.check(
                    "UPDATE product SET price = ?, stock = ?, version = version + 1 WHERE sku = ? AND version = ?",
                    ONE,
                    1,
                    "s",
                    1);
            guard.check("SELECT stock FROM product WHERE sku = ? FOR UPDATE", "s");
            guard.check(
                    "SELECT sku, quantity, remaining FROM stock_deduction WHERE deduction_no = ? AND remaining IS NOT NULL",
                    "d");
            guard.check(
                    "SELECT sku, quantity FROM stock_deduction WHERE order_id = ? AND returned = FALSE FOR UPDATE",
                    "o");
            guard.check(
                    "UPDATE stock_deduction SET returned = TRUE WHERE order_id = ? AND sku = ? AND returned = FALSE",
                    "o",
                    "s");
            guard.check(
                    "UPDATE account SET balance = balance - ?, version = version + 1 WHERE account_id = ? AND balance >= ?",
                    ONE,
                    "a",
                    ONE);
            guard.check("UPDATE coupon SET remaining = remaining - ? WHERE code = ? AND remaining >= ?", ONE, "c", ONE);
            guard.check(
                    "UPDATE coupon_claim SET order_id = ? WHERE code = ? AND user_id = ? AND order_id IS NULL",
                    "o",
                    "c",
                    "u");
            guard.check("UPDATE coupon_claim SET order_id = NULL WHERE order_id = ? AND by_order = FALSE", "o");
            guard.check("SELECT code FROM coupon_claim WHERE order_id = ? FOR UPDATE", "o");
            guard.check("SELECT SUM(amount) FROM refund WHERE order_id = ?", "o");
            guard.check(
                    "UPDATE onlyonce_token SET uses_left = uses_left - 1 WHERE id = ? AND uses_left > 0", new byte[32]);
        }
    }
}
