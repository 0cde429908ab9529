package io.onlyonce.jdbc;

import io.onlyonce.inbox.InboxStore;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.testkit.contract.Bank;
import io.onlyonce.testkit.contract.SagaContract;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** What sagas promise through two databases, the first of which is their home. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SagaSuite extends SagaContract {
    private static final int CONNECTIONS = 12;
    private static final int STRIDE = 7;

    private List<JdbcBank> banks = List.of();
    private Tables home;

    abstract TestDatabase newDatabase();

    @BeforeAll
    void open() {
        banks = List.of(new JdbcBank(newTables()), new JdbcBank(newTables()));
        home = banks.get(0).tables();
    }

    private Tables newTables() {
        TestDatabase database = newDatabase();
        return Tables.in(database, database.dataSource(CONNECTIONS));
    }

    @AfterAll
    void close() {
        banks.forEach(bank -> bank.tables().close());
    }

    @BeforeEach
    void clear() {
        home.update("DELETE FROM onlyonce_inbox");
    }

    @Override
    protected LeasedRecordStore store() {
        return new JdbcLeasedRecordStore(home.pool());
    }

    @Override
    protected InboxStore inbox() {
        return new JdbcInbox(home.transactions());
    }

    @Override
    protected TransactionRunner home() {
        return home.transactions();
    }

    @Override
    protected Bank bank(int number) {
        return banks.get(number);
    }

    @Override
    protected void later() {
        home.update("UPDATE onlyonce_record SET lease_until = created_at WHERE lease_until IS NOT NULL");
        home.update("UPDATE onlyonce_inbox SET due_at = '2000-01-01 00:00:00' WHERE parked = FALSE");
    }

    @Override
    protected int stride() {
        return STRIDE;
    }
}
