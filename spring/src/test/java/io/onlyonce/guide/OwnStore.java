package io.onlyonce.guide;

import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.TransactionalRecordStoreContract;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.transaction.TransactionRunner;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** How a store is tested. Nested, so that it is compiled and not run here: {@code stores/jdbc} runs the same on every database. */
final class OwnStore {
    private OwnStore() {}

    static class H2RecordStoreTest extends TransactionalRecordStoreContract {
        private static final TestDatabase DATABASE = TestServers.h2();
        private static final DataSource POOL = DATABASE.dataSource(64);

        private final JdbcTransactions transactions = new JdbcTransactions(POOL);
        private final JdbcRecordStore store = new JdbcRecordStore(transactions);

        @BeforeAll
        static void createTables() {
            JdbcSchema.createIfMissing(POOL);
        }

        @AfterAll
        static void drop() {
            DATABASE.close();
        }

        @Override
        protected TransactionalRecordStore store() {
            return store;
        }

        @Override
        protected TransactionRunner transactions() {
            return transactions;
        }

        @Override
        protected void expire(RecordKey key) {
            DATABASE.update(
                    "UPDATE onlyonce_record SET expires_at = CURRENT_TIMESTAMP - INTERVAL '1' HOUR WHERE id = ?",
                    key.id().toUuid());
        }

        @Override
        protected long countRecords() {
            return DATABASE.queryLong("SELECT count(*) FROM onlyonce_record");
        }
    }
}
