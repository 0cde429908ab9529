package io.onlyonce.audit;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Writes what became of each call to an {@link AuditStore}, in batches, behind the callers' backs: a call may end inside its caller's transaction, where a second connection
 * could wait for the first for ever, and a slow audit must not slow payments.
 *
 * <p>So the entries of the last moments are lost with the process, and while the store is down the queue fills up and what comes on top is lost and counted. The audit
 * <em>log</em>, {@link DecisionLog}, has them all: the table is for looking things up. Thread-safe.
 */
public final class AuditTrail implements Probe, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AuditTrail.class);
    private static final int BATCH = 500;
    private static final Duration GATHERING = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final AuditStore store;
    private final InstantSource clock;
    private final BlockingQueue<AuditEntry> queue;
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer;
    private volatile boolean closed;

    /**
     * @param capacity how many entries may wait for the store, 1 or more
     */
    public AuditTrail(AuditStore store, InstantSource clock, int capacity) {
        this.store = store;
        this.clock = clock;
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.writer = new Thread(this::write, "onlyonce-audit");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public void reached(Point point, RecordKey key) {}

    @Override
    public void decided(Decision decision) {
        add(AuditEntry.of(AuditId.at(clock.instant()), decision, MDC.get(DecisionLog.REQUEST_ID)));
    }

    /** Writes down what a person did. */
    public void acted(RecordKey key, AuditEntry.Action action, String actor) {
        add(AuditEntry.of(AuditId.at(clock.instant()), key, action, actor));
    }

    private void add(AuditEntry entry) {
        if (closed || !queue.offer(entry)) {
            lost.incrementAndGet();
        }
    }

    /** How many entries found no place since the start. */
    public long lost() {
        return lost.get();
    }

    private void write() {
        List<AuditEntry> batch = new ArrayList<>();
        try {
            while (!closed || !queue.isEmpty()) {
                gather(batch);
                if (!batch.isEmpty()) {
                    append(batch);
                }
            }
        } catch (InterruptedException e) {
            log.debug("The audit trail ends.", e);
        }
        lost.addAndGet((long) batch.size() + queue.size());
    }

    private void gather(List<AuditEntry> batch) throws InterruptedException {
        AuditEntry first = queue.poll(GATHERING.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            batch.add(first);
            queue.drainTo(batch, BATCH - 1);
        }
    }

    /** Until the store takes it: entries have ids, so a batch whose end is unknown may be written again. */
    private void append(List<AuditEntry> batch) throws InterruptedException {
        for (boolean first = true; !tried(batch); first = false) {
            if (first) {
                log.warn("{} audit entries wait for their store.", batch.size());
            }
            if (closed) {
                throw new InterruptedException("The store is down, and the trail is to end.");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        }
        batch.clear();
    }

    /** Whether the store could be reached. An entry that it refuses does not take others with it. */
    @SuppressWarnings("IllegalCatch") // whatever a store throws, the trail goes on
    private boolean tried(List<AuditEntry> entries) {
        try {
            store.append(entries);
            return true;
        } catch (StoreUnavailableException e) {
            log.debug("The audit's store cannot be reached.", e);
            return false;
        } catch (RuntimeException e) {
            if (entries.size() > 1) {
                return entries.stream().allMatch(entry -> tried(List.of(entry)));
            }
            log.warn("The audit's store refused an entry: {}", e.getMessage());
            lost.incrementAndGet();
            return true;
        }
    }

    /** Writes what waits, for five seconds at most. */
    @Override
    public void close() {
        closed = true;
        try {
            writer.join(FAREWELL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.interrupt();
        if (lost() > 0) {
            log.warn("{} audit entries are not in their table; the log has them.", lost());
        }
    }
}
