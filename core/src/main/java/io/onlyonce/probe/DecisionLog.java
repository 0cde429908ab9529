package io.onlyonce.probe;

import io.onlyonce.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The audit log: one structured event per decision, and per request that an edge rejected, to the logger {@value #NAME}, with the key-value pairs below, ready for any encoder that writes them as fields.
 * Thread-safe.
 *
 * <table>
 * <caption>Its fields</caption>
 * <tr><td>{@code onlyonce.operation}</td><td>the operation's name</td></tr>
 * <tr><td>{@code onlyonce.record}</td><td>the record's id, which is the primary key of its row</td></tr>
 * <tr><td>{@code onlyonce.scope}, {@code onlyonce.key}</td><td>{@link #digest digests} of whose key it is and of the key</td></tr>
 * <tr><td>{@code onlyonce.decision}</td><td>the {@link Decision.Kind}</td></tr>
 * <tr><td>{@code onlyonce.state}</td><td>where the record stands then, a {@link Decision.State}</td></tr>
 * <tr><td>{@code onlyonce.layer}</td><td>what decided, a {@link Decision.Layer}</td></tr>
 * <tr><td>{@code onlyonce.attempt}</td><td>which attempt at the key ran the work; missing if none did</td></tr>
 * <tr><td>{@code onlyonce.code}, {@code onlyonce.number}</td><td>the operation's {@link Summary} of the answer, where it has one</td></tr>
 * <tr><td>{@code onlyonce.request}</td><td>what the thread's context (MDC) holds under {@value #REQUEST_ID}, if anything</td></tr>
 * <tr><td>{@code onlyonce.took_us}</td><td>from the call's start to its end, in microseconds</td></tr>
 * </table>
 *
 * <p>A rejected request has operation, decision ({@value #REJECTED}), code and request, and of record, scope and key what is known.
 *
 * <p>Neither scope nor key stands there as it is: they may be personal or secret. A trace's id is in the thread's context where tracing is set up, and encoders write that
 * by themselves.
 */
public final class DecisionLog implements Probe, RejectionEvents {
    /** The logger's name. */
    public static final String NAME = "io.onlyonce.decision";

    /** Where the thread's context (MDC) has the id of the request, if anybody put it there: OnlyOnce's HTTP filter does. */
    public static final String REQUEST_ID = "requestId";

    private static final String REJECTED = "REJECTED";
    private static final Logger log = LoggerFactory.getLogger(NAME);
    private static final int DIGEST_BYTES = 6;

    @Override
    public void reached(Point point, RecordKey key) {}

    @Override
    public void decided(Decision decision) {
        Level level = levelOf(decision.kind());
        if (!log.isEnabledForLevel(level)) {
            return;
        }
        String request = MDC.get(REQUEST_ID);
        LoggingEventBuilder event = log.atLevel(level)
                .addKeyValue("onlyonce.operation", decision.key().operation())
                .addKeyValue("onlyonce.record", decision.key().id().toUuid())
                .addKeyValue("onlyonce.scope", digest(decision.key().scope()))
                .addKeyValue("onlyonce.key", digest(decision.key().key()))
                .addKeyValue("onlyonce.decision", decision.kind())
                .addKeyValue("onlyonce.state", decision.kind().leaves())
                .addKeyValue("onlyonce.layer", decision.layer())
                .addKeyValue("onlyonce.took_us", decision.took().toNanos() / 1000);
        event = with(event, "onlyonce.attempt", decision.attempt() == 0 ? null : decision.attempt());
        event = with(event, "onlyonce.code", decision.summary().code());
        event = with(event, "onlyonce.number", decision.summary().number());
        event = with(event, "onlyonce.request", request);
        event.log(
                "{} {}, record {}{}",
                decision.key().operation(),
                decision.kind(),
                decision.key().id().toUuid(),
                request == null ? "" : ", request " + request);
    }

    @Override
    public void rejected(Rejection rejection) {
        if (!log.isInfoEnabled()) {
            return;
        }
        String request = MDC.get(REQUEST_ID);
        LoggingEventBuilder event = log.atInfo()
                .addKeyValue("onlyonce.operation", rejection.operation())
                .addKeyValue("onlyonce.decision", REJECTED)
                .addKeyValue("onlyonce.code", rejection.code());
        UUID record = rejection.record().map(key -> key.id().toUuid()).orElse(null);
        event = with(event, "onlyonce.record", record);
        event = with(event, "onlyonce.scope", rejection.scopeDigest());
        event = with(event, "onlyonce.key", rejection.keyDigest());
        event = with(event, "onlyonce.request", request);
        event.log(
                "{} {}, {}{}",
                rejection.operation(),
                REJECTED,
                rejection.code(),
                request == null ? "" : ", request " + request);
    }

    /** What stands in the log for a scope or a key: the first 12 hexadecimal digits of its SHA-256, to find all that one caller did, or all that came with one key. */
    public static String digest(String text) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    private static LoggingEventBuilder with(LoggingEventBuilder event, String key, @Nullable Object value) {
        return value == null ? event : event.addKeyValue(key, value);
    }

    private static Level levelOf(Decision.Kind kind) {
        return switch (kind) {
            case STORE_DOWN,
                    WITHOUT_RECORD,
                    CAUGHT,
                    FENCE_LOST,
                    TAKEN_OVER,
                    ABANDONED,
                    OUTCOME_UNKNOWN,
                    RESULT_UNAVAILABLE -> Level.WARN;
            case FIRST, REPLAYED, REFUSED, ROLLED_BACK, IN_PROGRESS, KEY_REUSED, RELEASED, FAILED -> Level.INFO;
        };
    }
}
