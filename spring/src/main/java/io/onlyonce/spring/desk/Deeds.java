package io.onlyonce.spring.desk;

import io.onlyonce.audit.AuditEntry.Action;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what people do: one event of the logger {@value #NAME}, and an entry of the audit table where there is one. Thread-safe. */
public final class Deeds {
    /** The logger's name. */
    public static final String NAME = "io.onlyonce.desk";

    private static final Logger log = LoggerFactory.getLogger(NAME);

    private final @Nullable AuditTrail trail;

    /**
     * @param trail the way to the audit table; null where there is none
     */
    public Deeds(@Nullable AuditTrail trail) {
        this.trail = trail;
    }

    /** Somebody has done something to a record. */
    void done(Action action, RecordKey key, String actor) {
        log.atWarn()
                .addKeyValue("onlyonce.action", action)
                .addKeyValue("onlyonce.actor", actor)
                .addKeyValue("onlyonce.operation", key.operation())
                .addKeyValue("onlyonce.record", key.id().toUuid())
                .log("{} {} by {}", action, key, actor);
        if (trail != null) {
            trail.acted(key, action, actor);
        }
    }

    /**
     * Somebody has done something to a saga.
     *
     * @param summary how it went, if there is something to be said
     */
    void done(Action action, String saga, RecordId record, Summary summary, String actor) {
        log.atWarn()
                .addKeyValue("onlyonce.action", action)
                .addKeyValue("onlyonce.actor", actor)
                .addKeyValue("onlyonce.operation", saga)
                .addKeyValue("onlyonce.record", record.toUuid())
                .addKeyValue("onlyonce.code", summary.code())
                .log("{} {} {} ({}) by {}", action, saga, record.toUuid(), summary.code(), actor);
        if (trail != null) {
            trail.acted(record, action, saga, summary, actor);
        }
    }

    /**
     * Somebody has done something to many things at once.
     *
     * @param target what it was done to
     * @param summary how many those were, and where
     */
    void done(Action action, String target, Summary summary, String actor) {
        log.atWarn()
                .addKeyValue("onlyonce.action", action)
                .addKeyValue("onlyonce.actor", actor)
                .addKeyValue("onlyonce.operation", target)
                .addKeyValue("onlyonce.code", summary.code())
                .log("{} {} ({}) by {}", action, target, summary.code(), actor);
        if (trail != null) {
            trail.acted(action, target, summary, actor);
        }
    }
}
