package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.shard.ThreadShards;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RoutingDataSourceTest {
    private final ThreadShards threads = new ThreadShards();

    @Test
    @DisplayName("a thread gets connections of the shard that it is bound to, else of the home database")
    void routes() throws Exception {
        try (TestDatabase home = TestServers.h2();
                TestDatabase shard = TestServers.h2()) {
            DataSource routing = new RoutingDataSource(threads, Map.of("a", shard.dataSource(1)), home.dataSource(1));
            assertThat(url(routing)).isEqualTo(url(home.dataSource(1)));
            assertThat(threads.in("a", () -> url(routing))).isEqualTo(url(shard.dataSource(1)));
        }
    }

    @Test
    @DisplayName(
            "bound to none and without a home, or to one that is not there: refused, by name and with those that are")
    void refused() throws Exception {
        try (TestDatabase shard = TestServers.h2()) {
            DataSource routing = new RoutingDataSource(threads, Map.of("a", shard.dataSource(1)));
            assertThatThrownBy(routing::getConnection)
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("[a]");
            assertThatThrownBy(() -> threads.in("b", routing::getConnection))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("\"b\"")
                    .hasMessageContaining("[a]");
            assertThatThrownBy(() -> new JdbcTransactions(routing).run(() -> {
                        throw new AssertionError("No transaction may be opened.");
                    }))
                    .isInstanceOf(MisuseException.class);
        }
    }

    @Test
    @DisplayName("what is one database's alone is not answered")
    void askTheShard() throws Exception {
        DataSource routing = new RoutingDataSource(threads, Map.of());
        assertThat(routing.isWrapperFor(RoutingDataSource.class)).isTrue();
        assertThat(routing.unwrap(RoutingDataSource.class)).isSameAs(routing);
        assertThatThrownBy(() -> routing.unwrap(String.class)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> routing.setLoginTimeout(1)).isInstanceOf(SQLException.class);
        assertThatThrownBy(routing::getParentLogger).isInstanceOf(SQLException.class);
    }

    private static String url(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getURL();
        }
    }
}
