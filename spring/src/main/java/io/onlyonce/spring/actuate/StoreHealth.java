package io.onlyonce.spring.actuate;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Whether the stores of records can be reached and written: down as soon as one of them cannot, because then protected operations are refused. It asks in the
 * way the engines do, for a key that nobody has. Thread-safe.
 */
public final class StoreHealth extends AbstractHealthIndicator {
    private static final RecordKey NOBODYS = new RecordKey("onlyonce", "health", "nobody's");

    private final Map<String, Runnable> questions = new LinkedHashMap<>();

    /**
     * @param records where transactional records are looked at; usually one
     * @param leased where leased records are kept; usually one
     */
    public StoreHealth(List<RecordMaintenance> records, List<LeasedRecordStore> leased) {
        super("A store of idempotency records cannot be reached.");
        records.forEach(store -> ask(store, () -> store.find(NOBODYS)));
        leased.forEach(store -> ask(store, () -> store.release(NOBODYS, Fence.LOWEST)));
    }

    private void ask(Object store, Runnable question) {
        questions.put(store.getClass().getSimpleName(), question);
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        questions.forEach((store, question) -> {
            try {
                question.run();
                builder.withDetail(store, "up");
            } catch (OnlyOnceException e) {
                builder.down().withDetail(store, String.valueOf(e.getMessage()));
            }
        });
    }
}
