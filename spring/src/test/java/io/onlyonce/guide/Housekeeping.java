package io.onlyonce.guide;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Scope;
import io.onlyonce.jdbc.JdbcRecordMaintenance;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import java.util.Optional;
import javax.sql.DataSource;

/** Looking at records and clearing them away. */
final class Housekeeping {
    private final RecordMaintenance records;

    Housekeeping(DataSource dataSource) {
        this.records = new JdbcRecordMaintenance(dataSource);
    }

    void purge() {
        int deleted;
        do {
            deleted = records.purgeExpired(500); // one short transaction
        } while (deleted == 500);
    }

    Optional<IdempotencyRecord> lookUp(String user, String key) {
        RecordKey recordKey = RecordKey.of(Scope.of(user), "transfer", new IdempotencyKey(key));
        System.out.println(recordKey.id().toUuid()); // the primary key of the row
        return records.find(recordKey);
    }
}
