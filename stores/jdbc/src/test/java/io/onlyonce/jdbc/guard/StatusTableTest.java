package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.jdbc.JdbcTransactions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusTableTest {
    private static final StatusTable TABLE = StatusTable.of("shop.orders", "order_id", "status");

    @ParameterizedTest
    @ValueSource(strings = {"", "1st", "order id", "a.b.c", "orders;", "\"orders\"", "orders--", "a.", ".a", "名", "x'"})
    @DisplayName("names that could be more than a name are refused, wherever they stand")
    void refuses(String name) {
        assertThatThrownBy(() -> StatusTable.of(name, "id", "status"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot stand in a statement");
        assertThatThrownBy(() -> StatusTable.of("orders", name, "status")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StatusTable.of("orders", "id", name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TABLE.version(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TABLE.history(name, "id")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TABLE.history("history", name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesColumnWithSchema() {
        assertThatThrownBy(() -> TABLE.version("orders.version")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("the statements can be read whole")
    void statements() {
        JdbcTransactions nowhere = new JdbcTransactions(new com.mysql.cj.jdbc.MysqlDataSource());
        String sql = new JdbcTransitions<>(
                        nowhere,
                        OrderMachine.ORDERS,
                        TABLE.version("version").history("shop.order_history", "order_id"))
                .sql();
        assertThat(sql).doesNotContain("{").contains("""
                -- cancel [PENDING, PAYING, FAILED] -> CANCELLED
                UPDATE shop.orders SET status = 'CANCELLED', version = version + 1
                WHERE order_id = ? AND status IN ('PENDING', 'PAYING', 'FAILED')
                """).contains("""
                -- if that changed nothing
                SELECT status FROM shop.orders WHERE order_id = ? FOR UPDATE
                -- history
                INSERT INTO shop.order_history (order_id, seq, from_status, to_status, cause, at)
                """);
    }
}
