package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.jdbc.guard.OrderTables.Kind;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** B-35: drivers that count rows found, and rows changed, at MariaDB's own level, REPEATABLE READ. */
class TransitionsOnMariadbDriversTest {
    private static final List<HikariDataSource> POOLS = new ArrayList<>();

    private static TestDatabase database;
    private static OrderTables mariadbFound;
    private static OrderTables mariadbChanged;
    private static OrderTables mysqlFound;
    private static OrderTables mysqlChanged;

    @BeforeAll
    static void open() throws SQLException {
        database = TestServers.mariadb();
        OrderTables.create(database);
        mariadbFound = orders(mariadb("useAffectedRows=false"));
        mariadbChanged = orders(mariadb("useAffectedRows=true"));
        mysqlFound = orders(mysql("useAffectedRows=false"));
        mysqlChanged = orders(mysql("useAffectedRows=true"));
    }

    private static DataSource mariadb(String option) throws SQLException {
        MariaDbDataSource driver = new MariaDbDataSource(database.url() + "?" + option);
        driver.setUser(database.user());
        driver.setPassword(database.password());
        return driver;
    }

    private static DataSource mysql(String option) {
        MysqlDataSource driver = new MysqlDataSource();
        driver.setUrl(database.url().replace("jdbc:mariadb:", "jdbc:mysql:") + "?" + option);
        driver.setUser(database.user());
        driver.setPassword(database.password());
        return driver;
    }

    private static OrderTables orders(DataSource driver) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(driver);
        config.setMaximumPoolSize(8);
        config.setMinimumIdle(0);
        HikariDataSource pool = new HikariDataSource(config);
        POOLS.add(pool);
        return new OrderTables(pool, Kind.INNODB_SNAPSHOT);
    }

    @AfterAll
    static void close() {
        POOLS.forEach(HikariDataSource::close);
        database.close();
    }

    @Test
    @DisplayName("B-35 the two ways of counting differ, or the other tests here would prove nothing")
    void counts() {
        String id = mariadbFound.place(OrderMachine.State.PENDING);
        String same = "UPDATE orders SET status = status WHERE order_id = ?";
        assertThat(mariadbFound.inTransaction(() -> mariadbFound.execute(same, id)))
                .isEqualTo(1);
        assertThat(mariadbChanged.inTransaction(() -> mariadbChanged.execute(same, id)))
                .isZero();
        assertThat(mysqlFound.inTransaction(() -> mysqlFound.execute(same, id))).isEqualTo(1);
        assertThat(mysqlChanged.inTransaction(() -> mysqlChanged.execute(same, id)))
                .isZero();
    }

    @Nested
    class MariadbDriverRowsFound extends TransitionReadingsSuite {
        MariadbDriverRowsFound() {
            super(mariadbFound);
        }
    }

    @Nested
    class MariadbDriverRowsFoundLimits extends TransitionLimitsSuite {
        MariadbDriverRowsFoundLimits() {
            super(mariadbFound);
        }
    }

    @Nested
    class MariadbDriverRowsChanged extends TransitionReadingsSuite {
        MariadbDriverRowsChanged() {
            super(mariadbChanged);
        }
    }

    @Nested
    class MariadbDriverRowsChangedLimits extends TransitionLimitsSuite {
        MariadbDriverRowsChangedLimits() {
            super(mariadbChanged);
        }
    }

    @Nested
    class MysqlDriverRowsFound extends TransitionReadingsSuite {
        MysqlDriverRowsFound() {
            super(mysqlFound);
        }
    }

    @Nested
    class MysqlDriverRowsFoundLimits extends TransitionLimitsSuite {
        MysqlDriverRowsFoundLimits() {
            super(mysqlFound);
        }
    }

    @Nested
    class MysqlDriverRowsChanged extends TransitionReadingsSuite {
        MysqlDriverRowsChanged() {
            super(mysqlChanged);
        }
    }

    @Nested
    class MysqlDriverRowsChangedLimits extends TransitionLimitsSuite {
        MysqlDriverRowsChangedLimits() {
            super(mysqlChanged);
        }
    }
}
