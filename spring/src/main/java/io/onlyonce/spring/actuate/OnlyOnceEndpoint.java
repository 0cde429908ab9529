package io.onlyonce.spring.actuate;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditId;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.spring.PurgeEvents.Purged;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.desk.Desk;
import io.onlyonce.spring.desk.PurgeDesk;
import io.onlyonce.spring.desk.Search;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Looks records up, settles abandoned claims, and does by hand what else has to be done: {@code GET /actuator/onlyonce} searches the audit table, {@code GET /actuator/onlyonce/{record}} tells how one record stands and
 * what happened to it, {@code POST /actuator/onlyonce/{record}} with {@code {"verdict","fence"}} settles an abandoned claim. {@code POST /actuator/onlyonce} with
 * {@code {"deed":"PURGE","limit"}} deletes what has expired, with {@code {"deed":"REDRIVE","consumer","source","limit"}} sends dead letters back. It is not there unless it is exposed, and
 * reads only unless {@code management.endpoint.onlyonce.access=unrestricted}. Bad input is answered 400 with a {@link Fault}, a store that is down 503 with one. Thread-safe.
 */
@WebEndpoint(id = "onlyonce", defaultAccess = Access.READ_ONLY)
public final class OnlyOnceEndpoint {
    private static final int LIMIT = 100;
    private static final int ROWS = 10_000;

    private final Desk desk;
    private final PurgeDesk purges;
    private final Supplier<@Nullable DeadLetterDesk> deadLetters;

    /** What people can say of an abandoned claim. */
    public enum Verdict {
        /** Nothing had happened; the next call runs the work. */
        RELEASE,
        /** It had taken effect; the next call is told so. */
        CONFIRM
    }

    /** What else people can do here. */
    public enum Deed {
        /** Deletes what has expired: records, tokens, marks, audit entries, counts of failures. */
        PURGE,
        /** Sends dead letters back to their consumer. */
        REDRIVE
    }

    /**
     * What is under way, and what was found.
     *
     * @param working how many leased claims are at work
     * @param abandoned how many claims nobody has told the outcome of
     * @param claims both, the most overdue first
     * @param events entries of the audit table, the youngest first; empty where there is none
     */
    public record Found(long working, long abandoned, List<RecordView> claims, List<EventView> events) {}

    /**
     * A record and its life.
     *
     * @param record how it stands; null if it is not there any more
     * @param events what happened to it, the youngest first
     */
    public record Life(@Nullable RecordView record, List<EventView> events) {}

    /** What a verdict has done. */
    public record Settled(Verdict verdict) {}

    /**
     * What a purge has deleted.
     *
     * @param deleted how many rows of each store
     * @param more whether a store had as many as the limit, so that more may be left
     * @param error which stores failed; null if none did
     */
    public record Cleared(
            Map<String, Integer> deleted,
            boolean more,
            @Nullable String error) {}

    /**
     * @param deadLetters where dead letters are sent back; null if there are no consumers
     */
    public OnlyOnceEndpoint(Desk desk, PurgeDesk purges, Supplier<@Nullable DeadLetterDesk> deadLetters) {
        this.desk = desk;
        this.purges = purges;
        this.deadLetters = deadLetters;
    }

    /**
     * Searches.
     *
     * @param key the digest of a key, the first 12 hexadecimal digits of its SHA-256, as the audit log has it: a key itself must not stand in an address
     * @param from the oldest time, for example {@code 2026-12-01T00:00:00Z}; without it the last 24 hours, or of one key or number all that is kept
     * @param to the first time that is too young
     * @param before the last entry of the page before
     * @param limit how many at most; 100 if it isn't told
     * @return 200 with {@link Found}
     */
    @ReadOperation
    public WebEndpointResponse<Object> search(
            @Nullable String key,
            @Nullable String number,
            @Nullable String operation,
            @Nullable String state,
            @Nullable String event,
            @Nullable String from,
            @Nullable String to,
            @Nullable String before,
            @Nullable Integer limit) {
        return Answers.of(() -> {
            int most = limit == null ? LIMIT : limit;
            UUID last = before == null ? null : Answers.id(before);
            Search search = new Search(
                    null,
                    key,
                    number,
                    operation,
                    state,
                    event,
                    time("from", from),
                    time("to", to),
                    last == null ? null : new AuditId(last),
                    most);
            boolean bare = search.equals(Search.all(most));
            List<AuditEntry> events = bare && !desk.audits() ? List.of() : desk.find(search);
            RecordSearch.Claims claims = desk.countClaims();
            return new Found(
                    claims.working(),
                    claims.abandoned(),
                    desk.openClaims(most).stream().map(RecordView::of).toList(),
                    events.stream().map(EventView::of).toList());
        });
    }

    /**
     * One record.
     *
     * @return 200 with {@link Life}; 404 with a {@link Fault} if nothing is known of it
     */
    @ReadOperation
    public WebEndpointResponse<Object> record(@Selector String record) {
        return Answers.of(() -> {
            RecordId id = new RecordId(Answers.id(record));
            List<AuditEntry> events = desk.audits() ? desk.find(Search.of(id, LIMIT)) : List.of();
            Life life = new Life(
                    desk.record(id).map(RecordView::of).orElse(null),
                    events.stream().map(EventView::of).toList());
            return life.record() == null && events.isEmpty()
                    ? Fault.answer(WebEndpointResponse.STATUS_NOT_FOUND, SpringTexts.noRecord(record))
                    : life;
        });
    }

    /**
     * Settles an abandoned claim.
     *
     * @param verdict release or confirm
     * @param fence the claim's fence, as the record was seen: another claim is left alone
     * @return 200 with {@link Settled}; 409 with a {@link Fault} if it is not that abandoned claim any more
     */
    @WriteOperation
    public WebEndpointResponse<Object> settle(
            @Selector String record, Verdict verdict, long fence, SecurityContext security) {
        return Answers.of(() -> {
            RecordId id = new RecordId(Answers.id(record));
            Fence seen = new Fence(fence);
            String actor = Redriving.actor(security);
            boolean settled =
                    switch (verdict) {
                        case RELEASE -> desk.release(id, seen, actor);
                        case CONFIRM -> desk.confirm(id, seen, actor);
                    };
            return settled ? new Settled(verdict) : Fault.answer(Answers.CONFLICT, SpringTexts.notAbandoned(record));
        });
    }

    /**
     * Does by hand what is not about one record.
     *
     * @param limit how many rows of each store a purge deletes at most, 1 to 100,000, else 10,000; how many dead letters are sent back at most, 1 or more, else 100
     * @param consumer whose dead letters are sent back
     * @param source the queue or topic that they were read from
     * @return 200 with {@link Cleared} or {@link SentBack}; 503 with {@link Cleared} if a store failed, or with a {@link Fault} if a letter could not be sent back
     */
    @WriteOperation
    public WebEndpointResponse<Object> act(
            Deed deed,
            @Nullable Integer limit,
            @Nullable String consumer,
            @Nullable String source,
            SecurityContext security) {
        return Answers.of(() -> switch (deed) {
            case PURGE -> purge(limit == null ? ROWS : limit, security);
            case REDRIVE -> redrive(consumer, source, limit, security);
        });
    }

    private WebEndpointResponse<Object> purge(int limit, SecurityContext security) {
        List<Purged> rounds = purges.purge(limit, Redriving.actor(security));
        Map<String, Integer> deleted = new LinkedHashMap<>();
        rounds.forEach(round -> deleted.merge(round.store(), round.deleted(), Integer::sum));
        List<String> failed =
                rounds.stream().filter(Purged::failed).map(Purged::store).toList();
        boolean more = rounds.stream().anyMatch(round -> round.failed() || round.deleted() >= limit);
        return failed.isEmpty()
                ? new WebEndpointResponse<>(new Cleared(deleted, more, null))
                : new WebEndpointResponse<>(
                        new Cleared(deleted, more, SpringTexts.purgeFailed(failed)),
                        WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    private WebEndpointResponse<Object> redrive(
            @Nullable String consumer, @Nullable String source, @Nullable Integer limit, SecurityContext security) {
        DeadLetterDesk letters = deadLetters.get();
        return letters == null
                ? Fault.answer(WebEndpointResponse.STATUS_BAD_REQUEST, SpringTexts.noDeadLetters())
                : new Redriving(letters).run(consumer, source, limit, security);
    }

    private static @Nullable Instant time(String name, @Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(SpringTexts.notATime(name, text), e);
        }
    }
}
