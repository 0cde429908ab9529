package io.onlyonce.shop.guard;

import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.guard.DeductionTable;
import io.onlyonce.jdbc.guard.JdbcDeductions;
import io.onlyonce.jdbc.guard.JdbcQuantities;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.jdbc.guard.JdbcVersions;
import io.onlyonce.jdbc.guard.QuantityTable;
import io.onlyonce.jdbc.guard.RowLocks;
import io.onlyonce.jdbc.guard.StatusTable;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.jdbc.guard.VersionedTable;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderStatus;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The guards, each on its table. All of them work in the transaction that is open on the calling thread. */
@Configuration(proxyBeanMethods = false)
class Guards {
    @Bean
    UniqueInserts uniqueInserts(ConnectionSource transactions) {
        return new UniqueInserts(transactions);
    }

    @Bean
    RowLocks rowLocks(ConnectionSource transactions) {
        return new RowLocks(transactions);
    }

    /** The states of orders, with their history. */
    @Bean
    JdbcTransitions<OrderStatus> orderTransitions(ConnectionSource transactions) {
        return new JdbcTransitions<>(
                transactions,
                OrderFlow.MACHINE,
                StatusTable.of("orders", "order_id", "status")
                        .version("version")
                        .history("order_history", "order_id"));
    }

    /** The stock, and what was taken of it for which order. */
    @Bean
    JdbcDeductions stockDeductions(ConnectionSource transactions) {
        return new JdbcDeductions(transactions, STOCK, DeductionTable.of("stock_deduction", "order_id", "sku"));
    }

    @Bean
    JdbcQuantities stockQuantities(ConnectionSource transactions) {
        return new JdbcQuantities(transactions, STOCK);
    }

    @Bean
    JdbcQuantities accountBalances(ConnectionSource transactions) {
        return new JdbcQuantities(transactions, new QuantityTable("account", "account_id", "balance", "version"));
    }

    @Bean
    JdbcQuantities couponPieces(ConnectionSource transactions) {
        return new JdbcQuantities(transactions, new QuantityTable("coupon", "code", "remaining", null));
    }

    @Bean
    JdbcVersions productVersions(ConnectionSource transactions) {
        return new JdbcVersions(transactions, new VersionedTable("product", "sku", "version"));
    }

    /** A deduction counts the version up, so that a change of the stock by version notices it. */
    private static final QuantityTable STOCK = new QuantityTable("product", "sku", "stock", "version");
}
