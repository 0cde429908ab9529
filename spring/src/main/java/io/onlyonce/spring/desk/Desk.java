package io.onlyonce.spring.desk;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditEntry.Action;
import io.onlyonce.audit.AuditId;
import io.onlyonce.audit.AuditQuery;
import io.onlyonce.audit.AuditStore;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.record.AbandonedClaims;
import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.spring.SpringTexts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks records up, and settles abandoned claims by hand; each settlement is a {@linkplain Deeds deed}. Thread-safe. */
public final class Desk {
    private static final Duration DAY = Duration.ofDays(1);

    private final RecordSearch records;
    private final @Nullable AbandonedClaims abandoned;
    private final @Nullable Audit audit;
    private final Deeds deeds;
    private final Duration retention;
    private final InstantSource clock;

    /**
     * The audit table.
     *
     * @param store what is looked up
     * @param trail what deeds are written to
     * @param retention how long entries are kept
     */
    public record Audit(AuditStore store, AuditTrail trail, Duration retention) {}

    /**
     * @param abandoned settles claims; null where there are no leased records
     * @param audit the audit table; null where there is none
     * @param retention how long is remembered that a claim's work was done
     */
    public Desk(
            RecordSearch records,
            @Nullable AbandonedClaims abandoned,
            @Nullable Audit audit,
            Duration retention,
            InstantSource clock) {
        this.records = records;
        this.abandoned = abandoned;
        this.audit = audit;
        this.deeds = new Deeds(audit == null ? null : audit.trail());
        this.retention = retention;
        this.clock = clock;
    }

    /** The record as it stands. */
    public Optional<FoundRecord> record(RecordId id) {
        return records.find(id);
    }

    /** Leased claims without an end, the most overdue first. */
    public List<FoundRecord> openClaims(int limit) {
        return records.openClaims(limit);
    }

    /** How many of them there are. */
    public RecordSearch.Claims countClaims() {
        return records.countClaims();
    }

    /** Whether there is an audit table. */
    public boolean audits() {
        return audit != null;
    }

    /**
     * Entries of the audit table, the youngest first.
     *
     * @throws IllegalStateException if there is no audit table
     * @throws IllegalArgumentException if the limit is out of its bounds
     */
    public List<AuditEntry> find(Search search) {
        Audit table = audit();
        Instant now = clock.instant();
        Instant oldest = now.minus(search.isOfOneThing() ? table.retention() : DAY);
        Instant from = Objects.requireNonNullElse(search.from(), oldest);
        Instant to = Objects.requireNonNullElse(search.to(), now.plus(DAY)); // a node's clock may go ahead of ours
        AuditQuery query = AuditQuery.between(from, to, search.limit())
                .ofRecord(search.record())
                .ofKey(search.key())
                .ofNumber(search.number())
                .ofOperation(search.operation())
                .inState(search.state())
                .ofEvent(search.event());
        AuditId before = search.before();
        return table.store().find(before == null ? query : query.olderThan(before));
    }

    /**
     * How often each event happened in each of the last slots of time, the present one included.
     *
     * @param slot how long each is
     * @param slots how many, 1 to 100
     * @throws IllegalStateException if there is no audit table
     */
    public List<AuditStore.Count> counts(Duration slot, int slots) {
        return audit().store().counts(clock.instant().minus(slot.multipliedBy(slots)), slot, slots);
    }

    private Audit audit() {
        if (audit == null) {
            throw new IllegalStateException(SpringTexts.noAuditTable());
        }
        return audit;
    }

    /**
     * Nothing had happened: removes an abandoned claim, so that the next call with its key runs the work.
     *
     * @param seen the fence that the record had when the person looked at it
     * @param actor who says so
     * @return false if it is not that abandoned claim any more; then nothing is changed
     * @throws IllegalStateException if there are no leased records
     */
    public boolean release(RecordId id, Fence seen, String actor) {
        return told(Action.RELEASED_BY_HAND, actor, claims().release(id, seen));
    }

    /**
     * It had taken effect: completes an abandoned claim without an answer, so that the next call with its key is told that it was done.
     *
     * @return as for {@link #release}
     * @throws IllegalStateException if there are no leased records
     */
    public boolean confirm(RecordId id, Fence seen, String actor) {
        return told(Action.CONFIRMED_BY_HAND, actor, claims().confirm(id, seen, retention));
    }

    private AbandonedClaims claims() {
        if (abandoned == null) {
            throw new IllegalStateException(SpringTexts.noLeasedClaims());
        }
        return abandoned;
    }

    private boolean told(Action action, String actor, Optional<RecordKey> settled) {
        settled.ifPresent(key -> deeds.done(action, key, actor));
        return settled.isPresent();
    }
}
