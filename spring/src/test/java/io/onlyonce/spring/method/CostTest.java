package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.CountingDataSource;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.annotation.Transactional;

/** What a call costs on the way to the database. */
class CostTest {
    static class Orders {
        private final Effects effects;

        Orders(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        @Transactional
        public String create(String key) {
            effects.write(key);
            return key;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PostgreSQL", "MariaDB"})
    @DisplayName(
            "a first call: one connection, one commit, two statements more than the business; a replay: one connection, two statements")
    void cost(String make) {
        try (BusinessDatabase database =
                make.equals("PostgreSQL") ? BusinessDatabase.postgres() : BusinessDatabase.mariadb()) {
            CountingDataSource counting = new CountingDataSource(database.pool());
            App.bare()
                    .withBean(DataSource.class, counting::dataSource)
                    .withBean(Effects.class)
                    .withBean(Orders.class)
                    .run(context -> {
                        String key = UUID.randomUUID().toString();
                        Orders orders = context.getBean(Orders.class);
                        orders.create("warm-up");
                        counting.reset();
                        orders.create(key);
                        assertThat(counting.statements()).hasSize(3);
                        assertThat(counting.commits()).isEqualTo(1);
                        assertThat(counting.connectionsBorrowed()).isEqualTo(1);
                        counting.reset();
                        orders.create(key);
                        assertThat(counting.statements()).hasSize(2);
                        assertThat(counting.commits()).isZero();
                        assertThat(counting.connectionsBorrowed()).isEqualTo(1);
                        assertThat(counting.mostConnectionsAtOnce()).isEqualTo(1);
                    });
            database.standingChecks();
        }
    }
}
