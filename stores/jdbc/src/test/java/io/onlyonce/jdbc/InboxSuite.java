package io.onlyonce.jdbc;

import io.onlyonce.inbox.InboxStore;
import io.onlyonce.testkit.contract.InboxStoreContract;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** What every inbox must do, and the worker over it, on some database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InboxSuite {
    private Tables tables;

    abstract TestDatabase newDatabase();

    /** The sessions in use: an isolation level, for example. */
    DataSource sessions(DataSource pool) {
        return pool;
    }

    @BeforeAll
    void open() {
        TestDatabase database = newDatabase();
        tables = Tables.in(database, sessions(database.dataSource(24)));
    }

    @AfterAll
    void close() {
        tables.close();
    }

    @Nested
    class Stored extends InboxStoreContract {
        private final JdbcInbox inbox = new JdbcInbox(tables.transactions());

        @Override
        protected InboxStore store() {
            return inbox;
        }

        @Override
        protected TransactionRunner transactions() {
            return tables.transactions();
        }

        @Override
        protected void twoHoursLater(String source) {
            tables.twoHoursLater(source);
        }
    }
}
