package io.onlyonce.probe;

import io.onlyonce.record.RecordKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes one structured log event per decision, to the logger {@code io.onlyonce.decision}: operation, record id, decision, duration. The record id stands
 * for scope and key, which may be personal or secret; it is the primary key of the record's row. Thread-safe.
 */
public final class DecisionLog implements Probe {
    private static final Logger log = LoggerFactory.getLogger("io.onlyonce.decision");

    @Override
    public void reached(Point point, RecordKey key) {}

    @Override
    public void decided(Decision decision) {
        log.atLevel(levelOf(decision.kind()))
                .addKeyValue("onlyonce.operation", decision.key().operation())
                .addKeyValue("onlyonce.record", decision.key().id().toUuid())
                .addKeyValue("onlyonce.decision", decision.kind())
                .addKeyValue("onlyonce.took_us", decision.took().toNanos() / 1000)
                .log(
                        "{} {}, record {}",
                        decision.key().operation(),
                        decision.kind(),
                        decision.key().id().toUuid());
    }

    private static Level levelOf(Decision.Kind kind) {
        return switch (kind) {
            case STORE_DOWN, WITHOUT_RECORD, CAUGHT, FENCE_LOST, OUTCOME_UNKNOWN, RESULT_UNAVAILABLE -> Level.WARN;
            case FIRST, REPLAYED, REFUSED, ROLLED_BACK, IN_PROGRESS, KEY_REUSED, FAILED -> Level.INFO;
        };
    }
}
