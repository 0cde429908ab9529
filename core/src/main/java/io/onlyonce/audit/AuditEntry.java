package io.onlyonce.audit;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of the audit table: what became of one call, or what a person did to a record. Neither scope nor key nor answer stands in it. Immutable.
 *
 * @param id its own id, which also says when it was
 * @param record the record's id
 * @param operation the operation's name
 * @param scope {@linkplain DecisionLog#digest digest} of whose key it is
 * @param key digest of the key
 * @param event a {@link Decision.Kind} in small letters, or an {@link Action}
 * @param state where the record stood then: a {@link Decision.State} in small letters
 * @param layer what decided: a {@link Decision.Layer} in small letters; null for an action
 * @param attempt which attempt at the key ran the work; 0 if none did
 * @param summary the answer in a few words
 * @param request the id of the request, if it had one
 * @param took how long the call took
 * @param actor who did it; null for a call
 */
public record AuditEntry(
        AuditId id,
        RecordId record,
        String operation,
        String scope,
        String key,
        String event,
        String state,
        @Nullable String layer,
        int attempt,
        Summary summary,
        @Nullable String request,
        Duration took,
        @Nullable String actor) {
    /** So many characters are kept of a number, a code, a request's id and an actor's name, which come from outside. */
    public static final int TEXT = 200;

    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

    public AuditEntry {
        summary = new Summary(cut(summary.code()), cut(summary.number()));
        request = cut(request);
        actor = cut(actor);
    }

    /** What a person can do to a record. */
    public enum Action {
        /** Said of an abandoned claim that nothing had happened: the next call runs the work. */
        RELEASED_BY_HAND(Decision.State.NONE),
        /** Said of an abandoned claim that it had taken effect: the next call is told so. */
        CONFIRMED_BY_HAND(Decision.State.DONE);

        private final Decision.State leaves;

        Action(Decision.State leaves) {
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
     * What a person did.
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
                word(action.leaves),
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
