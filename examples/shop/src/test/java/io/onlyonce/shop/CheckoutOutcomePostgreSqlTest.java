package io.onlyonce.shop;

import io.onlyonce.record.RecordId;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Checkouts on PostgreSQL")
class CheckoutOutcomePostgreSqlTest extends CheckoutOutcomeTest {
    CheckoutOutcomePostgreSqlTest() {
        super(TestServers.postgres());
    }

    @Override
    List<String> settings() {
        return List.of();
    }

    @Override
    void lose(RecordId record) {
        database().update("DELETE FROM onlyonce_record WHERE id = ?", record.toUuid());
    }
}
