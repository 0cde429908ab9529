package io.onlyonce.jdbc;

import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.StepStore;
import io.onlyonce.testkit.contract.StepStoreContract;
import org.junit.jupiter.api.AfterEach;

/** The contract of {@link JdbcStepStore} on some database. */
abstract class StepsSuite extends StepStoreContract {
    private final Tables tables;
    private final JdbcLeasedRecordStore store;
    private final JdbcStepStore steps;
    private final JdbcRecordMaintenance maintenance;

    StepsSuite(Tables tables) {
        this.tables = tables;
        this.store = new JdbcLeasedRecordStore(tables.pool());
        this.steps = new JdbcStepStore(tables.pool());
        this.maintenance = new JdbcRecordMaintenance(tables.pool());
    }

    /** The suites beside this one count the claims that are left. */
    @AfterEach
    void clear() {
        tables.update("DELETE FROM onlyonce_record");
    }

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected StepStore steps() {
        return steps;
    }

    @Override
    protected RecordMaintenance maintenance() {
        return maintenance;
    }

    @Override
    protected void expireLease(RecordKey key) {
        tables.expireLease(key);
    }

    @Override
    protected void expire(RecordKey key) {
        tables.expire(key);
    }
}
