package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.testkit.contract.RecordDriver;
import io.onlyonce.testkit.contract.RecordFindContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What {@link RedisRecordMaintenance} finds on some server. */
abstract class FindSuite extends RecordFindContract {
    private final Records records;

    FindSuite(Records records) {
        this.records = records;
    }

    @Override
    protected RecordMaintenance maintenance() {
        return records.maintenance();
    }

    @Override
    protected RecordDriver records() {
        return RecordDriver.of(records.store());
    }

    @Override
    protected void expire(RecordKey key) {
        records.expire(key);
    }

    @Override
    protected long countRecords() {
        return records.count();
    }

    @Test
    @DisplayName("B-43 an expired record is gone without a purge, and a purge touches nothing else")
    void nothingToPurge() {
        remember(key("k"), "old");
        remember(key("live"), "live");
        expire(key("k"));
        assertThat(records.all(key("k"))).isEmpty();
        assertThat(maintenance().purgeExpired(100)).isZero();
        assertDone(key("live"), "live");
    }
}
