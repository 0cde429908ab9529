package io.onlyonce.jdbc;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.testkit.contract.LockProviderContract;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Locks on MariaDB through MySQL's driver, told to count changed rows instead of found ones. */
class MariadbAffectedRowsLocksTest extends LockProviderContract {
    private static Tables tables;
    private static HikariDataSource pool;

    @BeforeAll
    static void open() {
        TestDatabase database = TestServers.mariadb();
        MysqlDataSource driver = new MysqlDataSource();
        String url = database.url().replace("jdbc:mariadb:", "jdbc:mysql:");
        driver.setUrl(url + (url.contains("?") ? "&" : "?") + "useAffectedRows=true");
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

    @Override
    protected LockProvider provider() {
        return new JdbcLockProvider(pool);
    }

    @Override
    protected void expire(LockName name) {
        tables.expire(name);
    }
}
