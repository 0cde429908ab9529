package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Outcome;
import io.onlyonce.testkit.CountingDataSource;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a call costs, counted at the data source. */
class StatementCountTest {
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
    @DisplayName(
            "a first call costs one statement before the work, one after it, the same commit and no second connection, with the record at the end one; a replay two statements, read first one")
    void counted(Server server) throws Exception {
        try (Tables tables = Tables.in(server.database.get())) {
            CountingDataSource counting = new CountingDataSource(tables.pool());
            Node node = Node.on(counting.dataSource());
            node.pay(Node.fresh("warm-up"));
            counting.reset();

            String name = Node.fresh("first");
            assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
            assertThat(counting.statements()).hasSize(3);
            assertThat(counting.statements().get(0)).contains("INSERT INTO onlyonce_record");
            assertThat(counting.statements().get(1)).isEqualTo("INSERT INTO effect (name) VALUES (?)");
            assertThat(counting.statements().get(2)).contains("UPDATE onlyonce_record");
            assertThat(counting.commits()).isEqualTo(1);
            assertThat(counting.rollbacks()).isZero();
            assertThat(counting.mostConnectionsAtOnce()).isEqualTo(1);

            counting.reset();
            assertThat(node.pay(name)).isInstanceOf(Outcome.Replayed.class);
            assertThat(counting.statementsExecuted()).isEqualTo(2);
            assertThat(counting.commits()).isZero();
            assertThat(counting.connectionsBorrowed()).isEqualTo(1);
            assertThat(counting.connectionsOpen()).isZero();

            counting.reset();
            String atEnd = Node.fresh("at-end");
            assertThat(node.pay(Node.PAY_AT_END, atEnd)).isInstanceOf(Outcome.Executed.class);
            assertThat(counting.statements()).hasSize(2);
            assertThat(counting.statements().get(1)).contains("INSERT INTO onlyonce_record");
            assertThat(counting.commits()).isEqualTo(1);
            assertThat(counting.mostConnectionsAtOnce()).isEqualTo(1);

            counting.reset();
            Node readingFirst = Node.readingFirst(counting.dataSource());
            assertThat(readingFirst.pay(Node.PAY_AT_END, atEnd)).isInstanceOf(Outcome.Replayed.class);
            assertThat(counting.statements()).hasSize(1);
            assertThat(counting.commits() + counting.rollbacks()).isZero();
            assertThat(counting.connectionsBorrowed()).isEqualTo(1);

            counting.reset();
            node.transactions().run(() -> Ended.commit(node.pay(Node.fresh("joined"))));
            assertThat(counting.statementsExecuted()).isEqualTo(3);
            assertThat(counting.commits()).isEqualTo(1);
            assertThat(counting.mostConnectionsAtOnce()).isEqualTo(1);
        }
    }
}
