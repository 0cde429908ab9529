package io.onlyonce.error;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Operation;
import io.onlyonce.Scope;
import io.onlyonce.record.RecordKey;
import java.time.Duration;

/** The texts of the core's errors, in one place: each names the value, the rule and the remedy. */
public final class ErrorTexts {
    private static final int SHOWN = 64;

    private ErrorTexts() {}

    static String invalidKey(String value) {
        return "The idempotency key " + shown(value) + " has " + value.length() + " characters; a key has 1 to "
                + IdempotencyKey.MAX_LENGTH + " printable ASCII characters without blanks. Send a UUID, for example.";
    }

    static String invalidQuoting(String text) {
        return "The idempotency key " + shown(text)
                + " starts with a quotation mark but is no structured-field string. Send it bare (abc) or"
                + " quoted (\"abc\"), with \\\" and \\\\ as the only escapes and nothing behind the closing mark.";
    }

    static String invalidScope(String text) {
        return "The scope " + shown(text) + " is not usable; a scope has 1 to " + Scope.MAX_BYTES
                + " bytes of visible text. Check what the scope is taken from: a principal or tenant that is missing must not share a scope.";
    }

    /** For {@link Operation#named}. */
    public static String operationName(String name) {
        return "The operation's name " + shown(name) + " is not usable; a name has 1 to " + Operation.MAX_NAME_LENGTH
                + " printable ASCII characters. Choose one that stays: renaming an operation makes its old keys new.";
    }

    /** For {@link Operation#patience}. */
    public static String patience(String operation, Duration patience) {
        return "The patience of " + operation + " is " + patience
                + "; it must lie between zero and five minutes. A waiting duplicate holds a" + " thread.";
    }

    /** For {@link Operation#retention}. */
    public static String retention(String operation, Duration retention) {
        return "The retention of " + operation + " is " + retention
                + "; it must lie between one second and ten years. After it a retry runs"
                + " again, so choose it longer than any client retries.";
    }

    /** For {@link RecordKey#mustEqual}. */
    public static String foreignRow(RecordKey wanted, RecordKey stored) {
        return "The record found for " + named(wanted) + " belongs to " + named(stored)
                + ". Nothing was replayed. A row was changed by hand, or the store is broken; compare it with its key columns.";
    }

    static String keyReused(RecordKey key) {
        return "The idempotency key of " + named(key)
                + " was used before for another payload. Nothing was done. Send a new request with a new"
                + " key, or repeat the first one unchanged.";
    }

    static String inProgress(RecordKey key, Duration retryAfter) {
        return "The request " + named(key)
                + " is still being worked on. Nothing was done here. Repeat it with the same key in "
                + Math.max(1, retryAfter.toSeconds()) + " s.";
    }

    static String resultUnavailable(RecordKey key) {
        return "The request " + named(key)
                + " was done before, but its answer is not available. It was not run again. Read the state of the"
                + " resource instead.";
    }

    static String outcomeUnknown(RecordKey key) {
        return "An earlier attempt at " + named(key)
                + " was lost in the middle; whether it took effect is unknown. Nothing was done here. Find"
                + " out, then resolve or release the record.";
    }

    static String notRecorded(RecordKey key) {
        return "The work for " + named(key)
                + " has run, but its answer could not be recorded. Do not repeat it with another key: find out whether"
                + " it took effect, then resolve the record.";
    }

    static String fenceLost(RecordKey key) {
        return "This attempt at " + named(key)
                + " was overtaken: its claim ran out and another attempt owns the record. Its answer was not"
                + " recorded. Make the lease longer than the longest pause of the process.";
    }

    static String storeUnavailable(Throwable cause) {
        return "The store of idempotency records cannot be reached (" + cause.getMessage()
                + "). Nothing was done: without a record the operation"
                + " is not run. Repeat the request with the same key.";
    }

    static String commitUnknown(Throwable cause) {
        return "The connection broke during the commit (" + cause.getMessage()
                + "). Business data and record are both there or both not. Repeat"
                + " the request with the same key to find out.";
    }

    /** For an engine that was handed an operation of the other kind. */
    public static String wrongGuarantee(Operation<?> operation, String engine) {
        return "The operation " + operation.name() + " is declared "
                + operation.guarantee().getClass().getSimpleName() + ", but was handed to the " + engine
                + " engine. Run it with the other one, or change its guarantee.";
    }

    /** For work that asks for its own key again. */
    public static String nested(RecordKey key) {
        return "The work for " + named(key)
                + " called the same operation with the same key again. It would wait for itself. Give the inner call a"
                + " name or a key of its own.";
    }

    private static String named(RecordKey key) {
        return key.operation() + " with key " + shown(key.key());
    }

    private static String shown(String value) {
        StringBuilder text = new StringBuilder("\"");
        value.codePoints()
                .limit(SHOWN)
                .forEach(c -> text.append(c < 0x20 || c > 0x7E ? String.format("\\u%04x", c) : Character.toString(c)));
        return text.append(value.length() > SHOWN ? "…\"" : "\"").toString();
    }
}
