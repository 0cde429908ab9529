package io.onlyonce.engine;

import io.onlyonce.lease.Beat;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a claim's lease, three times within each, while the work runs. A store that fails to answer is asked again; a lost fence ends it. */
final class Heartbeat {
    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private final LeasedRecordStore store;
    private final RecordKey key;
    private final Fence fence;
    private final Duration lease;
    private final Beat beat;

    private Heartbeat(LeasedRecordStore store, RecordKey key, Fence fence, Duration lease) {
        this.store = store;
        this.key = key;
        this.fence = fence;
        this.lease = lease;
        this.beat = Beat.start(Duration.ofNanos(lease.toNanos() / 3), this::renew); // Duration divides by BigDecimal
    }

    static Heartbeat start(LeasedRecordStore store, RecordKey key, Fence fence, Duration lease) {
        return new Heartbeat(store, key, fence, lease);
    }

    private void renew() {
        try {
            if (!store.renew(key, fence, lease)) {
                log.warn(
                        "The claim of {} with fence {} is lost while its work still runs.",
                        key.operation(),
                        fence.number());
                stop();
            }
        } catch (RuntimeException e) {
            log.warn(
                    "The claim of {} with fence {} could not be renewed; trying again.",
                    key.operation(),
                    fence.number(),
                    e);
        }
    }

    /** Ends it; when this returns no renewal is under way, so none can follow the claim's end. */
    void stop() {
        beat.stop();
    }
}
