package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.testkit.contract.RecordSearchContract;
import org.junit.jupiter.api.AfterEach;

/** The contract of {@link JdbcRecordSearch} on some database. */
abstract class SearchSuite extends RecordSearchContract {
    private final Tables tables;

    SearchSuite(Tables tables) {
        this.tables = tables;
    }

    @AfterEach
    void removeClaims() { // other suites on these tables count them
        assertThat(tables.update("DELETE FROM onlyonce_record WHERE state = 'C'"))
                .isNotNegative();
    }

    @Override
    protected RecordSearch search() {
        return new JdbcRecordSearch(tables.pool());
    }

    @Override
    protected LeasedRecordStore store() {
        return new JdbcLeasedRecordStore(tables.pool());
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
