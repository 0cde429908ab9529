package io.onlyonce.guide;

import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.jdbc.guard.StatusTable;
import io.onlyonce.jdbc.guard.UniqueInserts;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class GuardConfiguration {
    @Bean
    UniqueInserts uniqueInserts(ConnectionSource transactions) {
        return new UniqueInserts(transactions);
    }

    @Bean
    JdbcTransitions<Guards.Status> invoices(ConnectionSource transactions) {
        StatusTable table = StatusTable.of("invoice", "invoice_id", "status").history("invoice_history", "invoice_id");
        return new JdbcTransitions<>(transactions, Guards.INVOICES, table);
    }
}
