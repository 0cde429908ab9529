package io.onlyonce.audit;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Rejection;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of the audit table: what became of one call, that a request was rejected, or what a person did. Neither scope nor key nor answer stands in it. Immutable.
 *
 * @param id its own id, which also says when it was
 * @param record the record's id; null if it is about none: a rejection without a key, or what a person did to many things at once
 * @param operation the operation's name; of what a person did to many things its target, for example the consumer of dead letters
 * @param scope {@linkplain DecisionLog#digest digest} of whose key it is; null if nobody knew
 * @param key digest of the key; null if there was none
 * @param event a {@link Decision.Kind} in small letters, {@value #REJECTED}, or an {@link Action}
 * @param state where the record stood then: a {@link Decision.State} in small letters; null if nobody looked
 * @param layer what decided: a {@link Decision.Layer} in small letters; null for rejections and actions
 * @param attempt which attempt at the key ran the work; 0 if none did
 * @param summary the answer in a few words; of a rejection its code; of what a person did to many things how many those were, and where
 * @param request the id of the request, if it had one
 * @param took how long the call took
 * @param actor who did it; null for a call
 */
public record AuditEntry(
        AuditId id,
        @Nullable RecordId record,
        String operation,
        @Nullable String scope,
        @Nullable String key,
        String event,
        @Nullable String state,
        @Nullable String layer,
        int attempt,
        Summary summary,
        @Nullable String request,
        Duration took,
        @Nullable String actor) {
    /** So many characters are kept of a number, a code, a request's id and an actor's name, which come from outside. */
    public static final int TEXT = 200;

    /** The event of a request that was rejected before anything was asked. */
    public static final String REJECTED = "rejected";

    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

    public AuditEntry {
        summary = new Summary(cut(summary.code()), cut(summary.number()));
        request = cut(request);
        actor = cut(actor);
    }

    /** What a person can do. */
    public enum Action {
        /** Said of an abandoned claim that nothing had happened: the next call runs the work. */
        RELEASED_BY_HAND(Decision.State.NONE),
        /** Said of an abandoned claim that it had taken effect: the next call is told so. */
        CONFIRMED_BY_HAND(Decision.State.DONE),
        /** Deleted what had expired, of all records together. */
        PURGED_BY_HAND(null),
        /** Sent dead letters back to their consumer. */
        REDRIVEN_BY_HAND(null),
        /** Took a saga back that was put aside: it is gone on with. */
        REVIVED_BY_HAND(null),
        /** Gave a saga up: what had been done is undone, and the rest never will be. */
        GIVEN_UP_BY_HAND(null);

        private final Decision.@Nullable State leaves;

        Action(Decision.@Nullable State leaves) {
            this.leaves = leaves;
        }
    }

    /**
     * What became of a call.
     *
     * @param request the id of the request, if it had one
     */
    public static AuditEntry of(AuditId id, Decision decision, @Nullable String request) {
        return new AuditEntry(
                id,
                decision.key().id(),
                decision.key().operation(),
                DecisionLog.digest(decision.key().scope()),
                DecisionLog.digest(decision.key().key()),
                word(decision.kind()),
                word(decision.kind().leaves()),
                word(decision.layer()),
                decision.attempt(),
                decision.summary(),
                request,
                decision.took(),
                null);
    }

    /**
     * A request that was rejected.
     *
     * @param request the id of the request, if it had one
     */
    public static AuditEntry of(AuditId id, Rejection rejection, @Nullable String request) {
        return new AuditEntry(
                id,
                rejection.record().map(RecordKey::id).orElse(null),
                rejection.operation(),
                rejection.scopeDigest(),
                rejection.keyDigest(),
                REJECTED,
                null,
                null,
                0,
                Summary.code(rejection.code()),
                request,
                Duration.ZERO,
                null);
    }

    /**
     * What a person did to many things at once.
     *
     * @param target what it was done to
     * @param summary how many those were, and where
     * @param actor who
     */
    public static AuditEntry of(AuditId id, Action action, String target, Summary summary, String actor) {
        return new AuditEntry(
                id, null, target, null, null, word(action), null, null, 0, summary, null, Duration.ZERO, actor);
    }

    /**
     * What a person did to a saga.
     *
     * @param record the id of the saga's record
     * @param summary how it ended, if it did
     * @param actor who
     */
    public static AuditEntry of(
            AuditId id, RecordId record, Action action, String saga, Summary summary, String actor) {
        return new AuditEntry(
                id, record, saga, null, null, word(action), null, null, 0, summary, null, Duration.ZERO, actor);
    }

    /**
     * What a person did to a record.
     *
     * @param actor who
     */
    public static AuditEntry of(AuditId id, RecordKey key, Action action, String actor) {
        return new AuditEntry(
                id,
                key.id(),
                key.operation(),
                DecisionLog.digest(key.scope()),
                DecisionLog.digest(key.key()),
                word(action),
                action.leaves == null ? null : word(action.leaves),
                null,
                0,
                Summary.NONE,
                null,
                Duration.ZERO,
                actor);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String cut(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String shown = CONTROLS.matcher(text).replaceAll("?");
        return shown.length() <= TEXT ? shown : shown.substring(0, TEXT);
    }
}
