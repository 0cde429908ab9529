package io.onlyonce.error;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.Scope;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.StepStore;
import io.onlyonce.state.Event;
import io.onlyonce.state.Occurrence;
import io.onlyonce.token.TokenBinding;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
        return "The record found for " + wanted + " belongs to " + stored
                + ". Nothing was replayed. A row was changed by hand, or the store is broken; compare it with its key columns.";
    }

    /** For {@link InboxEntry}. */
    public static String inboxText(String name, String value, int most) {
        return "The inbox entry's " + name + " " + shown(value) + " is not usable; it has 1 to " + most
                + " printable ASCII characters without blanks. Hash what does not fit.";
    }

    /** For {@link InboxEntry}. */
    public static String inboxPayload(int bytes, int most) {
        return "The inbox entry's payload has " + bytes + " bytes; " + most
                + " are kept at most. Store it elsewhere and keep where it is.";
    }

    /** For {@link io.onlyonce.audit.AuditQuery}. */
    public static String auditLimit(int limit, int most) {
        return "The audit query's limit is " + limit + "; it must lie between 1 and " + most
                + ". Ask for the next page with the last entry of this one.";
    }

    /** For {@link io.onlyonce.audit.AuditStore#counts}. */
    public static String auditSlots(Duration slot, int slots, int most) {
        return "The audit is to be counted in " + slots + " slots of " + slot + "; take 1 to " + most
                + " slots of 1 ms or more.";
    }

    /** For {@link io.onlyonce.inbox.InboxWorker.Terms}. */
    public static String inboxNumber(String name, int number, int most) {
        return "The inbox worker's " + name + " is " + number + "; it must lie between 1 and " + most + ".";
    }

    /** For {@link io.onlyonce.inbox.InboxWorker.Terms}. */
    public static String inboxDelays(Duration first, Duration greatest) {
        return "The inbox worker's delays are " + first + ", doubled up to " + greatest
                + "; the first must be 1 ms or more and no longer than the greatest, which must be 30 days or less.";
    }

    /** For a worker that was started inside a transaction. */
    public static String inboxJoined(String source) {
        return "The inbox worker for " + source
                + " was called inside a transaction. Nothing was done. It has a transaction for each entry; call it outside.";
    }

    /** For an entry in memory that another transaction does not let go of. */
    public static String inboxLocked(String source, String id, Duration waited) {
        return "The inbox entry " + shown(id) + " of " + source + " is still locked by another transaction after "
                + waited + ". Roll back and try again; take entries in the same order everywhere.";
    }

    static String keyReused(RecordKey key) {
        return "The idempotency key of " + key
                + " was used before for another payload. Nothing was done. Send a new request with a new"
                + " key, or repeat the first one unchanged.";
    }

    static String inProgress(RecordKey key, Duration retryAfter) {
        return "The request " + key
                + " is still being worked on. Nothing was done here. Repeat it with the same key in "
                + Math.max(1, retryAfter.toSeconds()) + " s.";
    }

    static String resultUnavailable(RecordKey key) {
        return "The request " + key
                + " was done before, but its answer is not available. It was not run again. Read the state of the"
                + " resource instead.";
    }

    static String outcomeUnknown(RecordKey key) {
        return "An earlier attempt at " + key
                + " was lost in the middle; whether it took effect is unknown. Nothing was done here. Find"
                + " out, then resolve or release the record.";
    }

    static String notRecorded(RecordKey key) {
        return "The work for " + key
                + " has run, but its answer could not be recorded. Do not repeat it with another key: find out whether"
                + " it took effect, then resolve the record.";
    }

    static String fenceLost(RecordKey key) {
        return "This attempt at " + key
                + " was overtaken: its claim ran out and another attempt owns the record. Its answer was not"
                + " recorded. Make the lease longer than the longest pause of the process.";
    }

    static String versionConflict(String row, long expected, long current) {
        return "The " + row + " has version " + current + ", the change was made from version " + expected
                + ": somebody else has changed it in between. Nothing was changed. Read it again, then repeat the change if it still"
                + " makes sense.";
    }

    /** For a conflict policy that retries too seldom or too often. */
    public static String conflictAttempts(int attempts) {
        return "A conflict is retried with " + attempts
                + " attempts; it must be 2 or 3. If that is not enough, many want the same row: lock it, or update it relatively.";
    }

    /** For a policy that needs a transaction of its own. */
    public static String conflictPolicyInside(String policy) {
        return "The conflict policy " + policy
                + " needs a new transaction, but this thread is inside one already, which may keep showing the old row. Apply it"
                + " outside, around the whole transaction, or report the conflict here.";
    }

    /** For a name that no store could keep. */
    public static String lockName(String value) {
        return "The lock's name " + shown(value) + " has " + value.length()
                + " characters; it has 1 to 200 printable ASCII characters without blanks. Name what is locked by its own number:"
                + " account/4711.";
    }

    /** For a patience out of its bounds. */
    public static String lockPatience(Duration patience) {
        return "The patience for a lock is " + patience
                + "; it must lie between zero and five minutes. Whoever waits holds a thread.";
    }

    /** For a lease out of its bounds. */
    public static String lockLease(Duration lease) {
        return "The lease of a lock is " + lease
                + "; it must lie between 100 ms and 1 day. It is renewed while the work runs, so it bounds how long a dead process keeps the"
                + " others out.";
    }

    static String lockLost(Object name, Fence fence) {
        return "The lock " + name + " with fence " + fence.number()
                + " is lost: its lease ran out while its holder was at work, and somebody else may have it. Roll back, and begin again with a"
                + " new lock. Make the lease longer than the longest pause of the process.";
    }

    static String lockBusy(Object key, Duration waited) {
        return "The lock of " + shown(String.valueOf(key)) + " was held by another thread for " + waited
                + ". The work was not run. Try again later, or wait longer.";
    }

    /** For a lock that would be released before the commit. */
    public static String lockInsideTransaction(Object key) {
        return "The lock of " + shown(String.valueOf(key))
                + " was asked for inside an open transaction. It would be released before that commits, and the next owner would not see its"
                + " writes. Take the lock first, outside; it opens the transaction.";
    }

    /** For a thread that asks for what it holds. */
    public static String lockNested(Object key) {
        return "This thread holds the lock of " + shown(String.valueOf(key))
                + " already and asked for it again; it would wait for itself. Lock once, at the outermost place.";
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

    /** For a step's name that no store could keep. */
    public static String stepName(String name) {
        return "The step's name " + shown(name) + " is not usable; a name has 1 to " + StepStore.MAX_NAME_LENGTH
                + " printable ASCII characters. Call it after what it does: charge.";
    }

    /** For a result that its codec refuses. */
    public static String stepNotWritable(String name) {
        return "The result of the step " + shown(name)
                + " cannot be written. The step has run; the next attempt will run it again. Give it a result that its codec can write.";
    }

    /** For {@link io.onlyonce.shard.DirectorySharding}. */
    public static String routeKey(String routeKey, int most) {
        return "The route key " + shown(routeKey) + " is not usable; it has 1 to " + most
                + " bytes of UTF-8. Take what the rows are distributed by, such as a user's or an order's id.";
    }

    /** For a thread that is bound to another shard. */
    public static String shardBound(String before, String shard) {
        return "This thread is bound to the shard " + shown(before) + " and was to be bound to " + shown(shard)
                + ". Nothing was done. What is open goes to the first one; end that, then bind the thread.";
    }

    /** For a call inside a transaction of another shard. */
    public static String shardJoined(
            Operation<?> operation, String routeKey, Optional<String> shard, Optional<String> open) {
        return operation + " for " + shown(routeKey) + " was called inside a transaction of "
                + open.map(name -> "the shard " + shown(name)).orElse("no shard") + ", and "
                + shard.map(name -> "its rows lie in " + shown(name))
                        .orElse("where its rows lie would have to be asked for")
                + ". Nothing was done. Call it outside, so that its transaction is opened in the right shard.";
    }

    /** For a call by a route key inside a transaction. */
    public static String shardRouteJoined(Operation<?> operation, String routeKey) {
        return operation + " for " + shown(routeKey) + " was called inside a transaction. Nothing was done."
                + " What its key belongs to is kept in the directory before its own transaction is opened; call it outside.";
    }

    /** For a call by a route key where none can be kept. */
    public static String shardDirectoryMissing(Operation<?> operation, String routeKey) {
        return operation + " was called for " + shown(routeKey)
                + ", but there is no directory here that keeps what a key"
                + " belongs to: the same key with another route key would be run again in another shard. Nothing was done."
                + " Hand ShardedOnlyOnce an OnlyOnce of a fixed database, or let the scope tell the shard.";
    }

    /** For a saga whose unfinished ones could not be told apart in the inbox. */
    public static String sagaName(Operation<?> operation, int most) {
        return "The saga's name " + shown(operation.name()) + " is not usable; it has 1 to " + most
                + " printable ASCII characters without blanks. Call it after what it does: transfer.";
    }

    /** For a saga that nobody could go on with. */
    public static String sagaGuarantee(Operation<?> operation) {
        return "The saga " + operation + " is " + operation.guarantee()
                + "; a saga is leased, and rerun where its runner was lost. Give its operation the guarantee"
                + " Leased.of(…).whenAbandoned(new WhenAbandoned.Rerun<>()).";
    }

    /** For a refusal that would end a saga in the middle. */
    public static String sagaRefusal(Operation<?> operation, Refusal<?> refusal) {
        return "The saga " + operation + " remembers each " + refusal.type().getName() + " as the refusal \""
                + refusal.code()
                + "\". A failure in undoing it would count as one, too, and end it half undone. Name the"
                + " business exceptions.";
    }

    /** For a saga whose steps would be remembered for ever, or not long enough. */
    public static String sagaHorizon(Operation<?> operation, Duration horizon, Duration most) {
        return "The saga " + operation + " may stay unfinished for " + horizon + " and is remembered for "
                + operation.retention() + " afterwards; the first must be longer than zero, and both together "
                + most.toDays() + " days at most.";
    }

    /** For a saga that was called inside a transaction. */
    public static String sagaJoined(Operation<?> operation) {
        return "The saga " + operation + " was called inside a transaction. Nothing was done. Its steps commit by"
                + " themselves; call it outside.";
    }

    /** For a step that would ride in somebody's transaction. */
    public static String sagaStepJoined(Operation<?> operation, String step, String participant) {
        return "The step " + shown(step) + " of the saga " + operation + " was to be taken inside a transaction of "
                + participant + ". It was not taken. A step commits by itself; take it outside.";
    }

    /** For a name that two steps have. */
    public static String sagaStepTwice(Operation<?> operation, String step) {
        return "The saga " + operation + " has taken a step " + shown(step)
                + " already. The second one would get the first one's answer. Give each a name of its own.";
    }

    /** For a saga that nobody here knows. */
    public static String sagaUnknown(String saga, Collection<String> known) {
        return "There is no saga " + shown(saga) + " here; there are " + known
                + ". Name it to the completer, or leave it to the application that has begun it.";
    }

    /** For a saga whose steps may be forgotten. */
    public static String sagaTooOld(RecordKey key, Instant begunAt, Duration limit) {
        return key + " was begun at " + begunAt + " and may be unfinished for " + limit
                + ". It was not gone on with: the records of its steps may have expired, and a step would be taken twice."
                + " Look at the data, settle it by hand and remove its entry from the inbox.";
    }

    /** For a saga that somebody has given up. */
    public static String givenUp(RecordKey key) {
        return key + " was given up. What had been done is undone. Send a new request with a new key.";
    }

    /** For a saga that is half undone. */
    public static String undoFailed(RecordKey key, String step) {
        return key + " was refused, but its step " + shown(step)
                + " could not be undone yet. It will be tried again; look at the cause.";
    }

    /** For an open operation with nothing behind it. */
    public static String openWithoutBackstop() {
        return "The operation is to run while its store is down, but nothing is named that would refuse a second effect then. Name the unique key"
                + " with backedBy(…) first, or leave it closed.";
    }

    /** For work that asks for its own key again. */
    public static String nested(RecordKey key) {
        return "The work for " + key
                + " called the same operation with the same key again. It would wait for itself. Give the inner call a"
                + " name or a key of its own.";
    }

    /** For an event whose name cannot stand in a diagram. */
    public static String eventName(String name) {
        return "The event's name " + shown(name)
                + " is not usable; a name has 1 to 64 letters, digits, blanks, dots, hyphens and underscores, the first a letter or digit. Call it"
                + " \"pay\", for example.";
    }

    /** For an event that can never come. */
    public static String noSource(String event, Enum<?> target) {
        return "The event " + event + " leads to " + target
                + " from nowhere; an event has at least one state in which it may come. Name them with from(…).";
    }

    /** For an event that would leave the row as it is. */
    public static String selfLoop(String event, Enum<?> target) {
        return "The event " + event + " leads from " + target
                + " to itself; a guarded change has to change the row, because its row count decides. Leave " + target
                + " out of the sources: a repeat in the target is a success without a change anyway.";
    }

    /** For two events that cannot be told apart. */
    public static String twoEvents(Event<?> one, Event<?> other) {
        return "Two events have the name " + one.name() + ": " + one + " and " + other
                + ". An event has one target and a name of its own; rename one of them.";
    }

    /** For states of an enum that no row can come to. */
    public static String stranded(Enum<?> start, Set<? extends Enum<?>> states) {
        return "No events lead from " + start + " to " + states
                + "; every state must be reachable from the start. An event was forgotten, or the enum has a constant too many.";
    }

    /** For a target that no event has. */
    public static String noWayTo(Enum<?> target) {
        return "No event leads to " + target + ". Ask for a state that an event has as its target.";
    }

    /** For an event of another machine. */
    public static String foreignEvent(Event<?> event, Collection<? extends Event<?>> known) {
        return "The event " + event + " is none of this machine, which knows " + known
                + ". Hand it over when the machine is made.";
    }

    /** For the reading of a change that should have taken place. */
    public static String fits(Enum<?> target, Enum<?> current) {
        return "The row is in " + current + ", from where " + target
                + " may be reached, so there is nothing to read: it was changed after the guarded statement had looked at it. Lock the row and run the"
                + " guarded statement again.";
    }

    /** For an occurrence that cannot be kept. */
    public static String occurrence(String id) {
        return "The occurrence " + shown(id) + " has " + id.length() + " characters; it has 1 to "
                + Occurrence.MAX_LENGTH
                + " printable ASCII characters without blanks. Take the notification's id as the sender gives it.";
    }

    static String tokenRefused() {
        return "The one-time token is not valid here: it is unknown, expired or used, or it was issued to somebody else or for something else."
                + " Nothing was done. Ask for a new token and send the request with that.";
    }

    static String tokenSpent(Throwable cause) {
        return "The work failed (" + cause
                + ") after its one-time token had been consumed. Everything else was rolled back. Try again with a fresh"
                + " token.";
    }

    /** For a purpose that cannot be kept. */
    public static String tokenPurpose(String purpose) {
        return "The token's purpose " + shown(purpose) + " is not usable; it has 1 to "
                + TokenBinding.MAX_PURPOSE_LENGTH
                + " printable ASCII characters. Name the form or operation, \"create-order\" for example.";
    }

    /** For a target that cannot be kept. */
    public static String tokenTarget(String target) {
        return "The token's target " + shown(target) + " is not usable; it has 1 to " + TokenBinding.MAX_TARGET_BYTES
                + " bytes of visible text. Name one thing by its number, or leave the target out.";
    }

    /** For a lifetime out of its bounds. */
    public static String tokenLifetime(Duration lifetime) {
        return "The token's lifetime is " + lifetime
                + "; it must lie between one second and 366 days. Ten minutes suit a form that a person fills in.";
    }

    /** For a number of uses out of its bounds. */
    public static String tokenUses(int uses) {
        return "The token is to have " + uses + " uses; it must have 1 to 1,000,000. A one-time token has 1.";
    }

    /** For a leeway out of its bounds. */
    public static String tokenLeeway(Duration leeway) {
        return "The leeway of signed tokens is " + leeway
                + "; it must lie between zero and ten minutes. It is for clocks that differ a little; make the lifetime longer instead.";
    }

    /** For a signing key's id. */
    public static String signingKeyId(String id) {
        return "The signing key's id " + shown(id)
                + " is not usable; it has 1 to 16 letters, digits, dots, hyphens and underscores. It stands readable in each token:"
                + " call it \"2026-11\", for example.";
    }

    /** For a secret that can be guessed. */
    public static String signingSecret(String id, int length, int least) {
        return "The secret of the signing key " + id + " has " + length + " bytes; it needs " + least
                + " or more out of a generator of random numbers. Take the output of \"openssl rand -base64 32\", decoded.";
    }

    /** For two keys that tokens could not tell apart. */
    public static String signingKeyTwice(String id) {
        return "Two signing keys have the id " + id
                + ". A token names its key by the id; give each secret one of its own.";
    }

    /** For a gate that was handed a leased operation. */
    public static String tokenGuarantee(Operation<?> operation) {
        return "The operation " + operation.name()
                + " is leased, and a token gate needs a transactional one: after a lost lease nobody could tell a used token from a foreign one."
                + " Give the request an idempotency key of its own, and consume the token before it.";
    }

    /** For the name of a key that seals answers. */
    public static String sealKeyName(String name) {
        return "The name " + shown(name)
                + " of a sealing key is not usable; a name has 1 to 32 printable ASCII characters without blanks. Take the month in which the key is made, for"
                + " example.";
    }

    /** For a key that seals answers. */
    public static String sealKeyLength(String name, int bytes) {
        return "The sealing key " + shown(name) + " has " + bytes
                + " bytes; AES takes 16, 24 or 32. Make one with: openssl rand -base64 32.";
    }

    /** For two keys of one name. */
    public static String sealKeyTwice(String name) {
        return "There are two sealing keys of the name " + shown(name)
                + ". An answer names its key by it; give each key one of its own.";
    }

    /** For an answer whose key is not here. */
    public static String sealKeyMissing(String name, Collection<String> known) {
        return "The answer was sealed with the key " + shown(name) + ", and this process has " + new TreeSet<>(known)
                + ". Give it that key for opening until no record of its time is left.";
    }

    /** For an answer that was changed, or sealed for another record. */
    public static String sealBroken() {
        return "The answer is not what was sealed for this record: it was changed, cut, or moved here from another one.";
    }

    private static String shown(String value) {
        StringBuilder text = new StringBuilder("\"");
        value.codePoints()
                .limit(SHOWN)
                .forEach(c -> text.append(c < 0x20 || c > 0x7E ? String.format("\\u%04x", c) : Character.toString(c)));
        return text.append(value.length() > SHOWN ? "…\"" : "\"").toString();
    }
}
