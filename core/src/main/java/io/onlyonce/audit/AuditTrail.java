package io.onlyonce.audit;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.probe.Rejection;
import io.onlyonce.probe.RejectionEvents;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Writes what became of each call, and which requests were rejected, to an {@link AuditStore}, in batches, behind the callers' backs: a call may end inside its caller's transaction, where a second connection
 * could wait for the first for ever, and a slow audit must not slow payments.
 *
 * <p>So the entries of the last moments are lost with the process, and while the store is down the queue fills up and what comes on top is lost and counted. The audit
 * <em>log</em>, {@link DecisionLog}, has them all: the table is for looking things up. Thread-safe.
 */
public final class AuditTrail implements Probe, RejectionEvents, AutoCloseable {
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
    private volatile boolean ended;

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
        add(id -> AuditEntry.of(id, decision, MDC.get(DecisionLog.REQUEST_ID)));
    }

    @Override
    public void rejected(Rejection rejection) {
        add(id -> AuditEntry.of(id, rejection, MDC.get(DecisionLog.REQUEST_ID)));
    }

    /** Writes down what a person did to a record. */
    public void acted(RecordKey key, AuditEntry.Action action, String actor) {
        add(id -> AuditEntry.of(id, key, action, actor));
    }

    /** Writes down what a person did to a saga, see {@link AuditEntry#of(AuditId, RecordId, AuditEntry.Action, String, Summary, String)}. */
    public void acted(RecordId record, AuditEntry.Action action, String saga, Summary summary, String actor) {
        add(id -> AuditEntry.of(id, record, action, saga, summary, actor));
    }

    /**
     * Writes down what a person did to many things at once.
     *
     * @param target what it was done to
     * @param summary how many those were, and where
     */
    public void acted(AuditEntry.Action action, String target, Summary summary, String actor) {
        add(id -> AuditEntry.of(id, action, target, summary, actor));
    }

    /** What finds its place after the writer has emptied the queue for the last time sees that it has ended, and takes itself out again. */
    private void add(Function<AuditId, AuditEntry> made) {
        if (closed) {
            lost.incrementAndGet();
            return;
        }
        AuditEntry entry = made.apply(AuditId.at(clock.instant()));
        if (!queue.offer(entry) || (ended && queue.remove(entry))) {
            lost.incrementAndGet();
        }
    }

    /** How many entries found no place, or no store, since the start. After {@link #close} each one is either written or counted here. */
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
        } finally {
            ended = true;
            queue.drainTo(batch);
            lost.addAndGet(batch.size());
        }
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
    }

    /** Whether the store could be reached; what it took, or refused, is not in the batch any more. */
    @SuppressWarnings("IllegalCatch") // whatever a store throws, the trail goes on
    private boolean tried(List<AuditEntry> batch) {
        try {
            store.append(List.copyOf(batch));
            batch.clear();
            return true;
        } catch (StoreUnavailableException e) {
            log.debug("The audit's store cannot be reached.", e);
            return false;
        } catch (RuntimeException e) {
            return batch.size() > 1 ? triedEach(batch) : refused(batch, e);
        }
    }

    /** An entry that the store refuses does not take others with it. */
    private boolean triedEach(List<AuditEntry> batch) {
        boolean there = true;
        while (there && !batch.isEmpty()) {
            there = tried(batch.subList(0, 1)); // a view: what goes from it goes from the batch
        }
        return there;
    }

    private boolean refused(List<AuditEntry> entry, RuntimeException failure) {
        log.warn("The audit's store refused an entry: {}", failure.getMessage());
        entry.clear();
        lost.incrementAndGet();
        return true;
    }

    /** Writes what waits, for five seconds at most. */
    @Override
    public void close() {
        closed = true;
        try {
            writer.join(FAREWELL.toMillis());
            writer.interrupt();
            writer.join(FAREWELL.toMillis());
        } catch (InterruptedException e) {
            writer.interrupt();
            Thread.currentThread().interrupt();
        }
        if (lost() > 0) {
            log.warn("{} audit entries are not in their table; the log has them.", lost());
        }
    }
}
