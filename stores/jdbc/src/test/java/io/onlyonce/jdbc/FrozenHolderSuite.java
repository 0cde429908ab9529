package io.onlyonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.testkit.contract.FrozenHolder;
import io.onlyonce.testkit.contract.FrozenHolderContract;
import io.onlyonce.testkit.server.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A frozen holder of a row of the database's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FrozenHolderSuite extends FrozenHolderContract {
    private Tables tables;

    @BeforeAll
    void open() {
        tables = Tables.in(newDatabase());
    }

    @AfterAll
    void close() {
        tables.close();
    }

    @Override
    protected abstract TestDatabase newDatabase();

    @Override
    protected LockProvider provider() {
        return new JdbcLockProvider(tables.pool());
    }

    @Override
    protected Class<?> child() {
        return Child.class;
    }

    @Override
    protected String address() {
        TestDatabase database = tables.database();
        return String.join(" ", database.url(), database.user(), database.password());
    }

    /** The process that is frozen. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            FrozenHolder.run(arguments, address -> new JdbcLockProvider(pool(address.split(" ", -1))));
        }

        private static HikariDataSource pool(String[] address) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(address[0]);
            config.setUsername(address[1]);
            config.setPassword(address[2]);
            config.setMaximumPoolSize(3);
            return new HikariDataSource(config);
        }
    }
}
