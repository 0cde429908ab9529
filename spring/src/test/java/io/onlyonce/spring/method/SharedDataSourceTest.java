package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** Whatever takes its connection from Spring commits with the record: jOOQ and MyBatis do it in one of these ways. */
class SharedDataSourceTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;

    private final String key = UUID.randomUUID().toString();

    enum Way {
        /** As jOOQ's DSLContext does in Spring Boot: borrows and closes connections of a proxy. */
        TRANSACTION_AWARE_PROXY,
        /** As MyBatis does. */
        DATA_SOURCE_UTILS,
        JDBC_CLIENT
    }

    static class Writer {
        private static final String INSERT = "INSERT INTO effect (name) VALUES (?)";
        private final DataSource dataSource;

        Writer(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Idempotent(key = "#key", volatileFields = "/fail")
        public String write(Way way, String key, boolean fail) throws SQLException {
            switch (way) {
                case TRANSACTION_AWARE_PROXY -> {
                    try (Connection connection = new TransactionAwareDataSourceProxy(dataSource).getConnection()) {
                        insert(connection, key);
                    }
                }
                case DATA_SOURCE_UTILS -> {
                    Connection connection = DataSourceUtils.getConnection(dataSource);
                    try {
                        insert(connection, key);
                    } finally {
                        DataSourceUtils.releaseConnection(connection, dataSource);
                    }
                }
                case JDBC_CLIENT ->
                    JdbcClient.create(dataSource).sql(INSERT).param(key).update();
            }
            if (fail) {
                throw new IllegalStateException("after the write");
            }
            return "done";
        }

        private static void insert(Connection connection, String key) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                statement.setString(1, key);
                statement.executeUpdate();
            }
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.mariadb();
        app = App.start(database, Writer.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B-15 the write commits with the record, and goes with it")
    void together(Way way) throws SQLException {
        Writer writer = app.getBean(Writer.class);
        assertThatThrownBy(() -> writer.write(way, key, true)).hasMessage("after the write");
        database.assertNothing(key);
        assertThat(writer.write(way, key, false)).isEqualTo("done");
        assertThat(writer.write(way, key, true)).isEqualTo("done");
        database.assertDoneOnce(key);
    }
}
