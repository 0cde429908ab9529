package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** MariaDB's server behind MySQL's driver, which calls every server MySQL, and reports a lock wait under a deadlock's state. */
class MariadbThroughMysqlDriverTest {
    private static Tables tables;
    private static HikariDataSource pool;

    @BeforeAll
    static void open() {
        TestDatabase database = TestServers.mariadb();
        MysqlDataSource driver = new MysqlDataSource();
        driver.setUrl(database.url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        driver.setUser(database.user());
        driver.setPassword(database.password());
        HikariConfig config = new HikariConfig();
        config.setDataSource(driver);
        config.setMaximumPoolSize(24);
        config.setMinimumIdle(0);
        config.setAutoCommit(false);
        pool = new HikariDataSource(config);
        tables = Tables.in(database, pool);
    }

    @AfterAll
    static void close() {
        pool.close();
        tables.close();
    }

    @Test
    @DisplayName("the server's own word decides: MariaDB")
    void dialect() throws Exception {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("MySQL");
            assertThat(Dialect.of(connection)).isEqualTo(Dialect.MARIADB);
        }
    }

    @Nested
    class Engine extends EngineSuite {
        Engine() {
            super(tables);
        }
    }

    @Nested
    class Innodb extends InnodbSuite {
        Innodb() {
            super(tables);
        }
    }
}
