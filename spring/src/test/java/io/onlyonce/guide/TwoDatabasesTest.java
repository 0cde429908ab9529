package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.spring.autoconfigure.OnlyOnceAutoConfiguration;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

class TwoDatabasesTest {
    @Test
    @DisplayName("records go into the database that is named, where there are two")
    void named() {
        try (TestDatabase orders = TestServers.h2();
                TestDatabase other = TestServers.h2()) {
            DataSource pool = orders.dataSource(2);
            JdbcSchema.createIfMissing(pool);
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(OnlyOnceAutoConfiguration.class))
                    .withUserConfiguration(TwoDatabases.class)
                    .withBean("orders", DataSource.class, () -> pool)
                    .withBean("other", DataSource.class, () -> other.dataSource(2))
                    .withBean("ordersManager", PlatformTransactionManager.class, () -> new JdbcTransactionManager(pool))
                    .run(context -> {
                        Operation<String> operation = Operation.named("order", ResultCodec.text());
                        Outcome<String> outcome = context.getBean("onlyOnce", OnlyOnce.class)
                                .run(operation, Call.of("alice", "key-1", "payload"), attempt -> "placed");
                        assertThat(outcome).isEqualTo(new Outcome.Executed<>("placed"));
                    });
            assertThat(orders.queryLong("SELECT count(*) FROM onlyonce_record")).isEqualTo(1);
        }
    }
}
