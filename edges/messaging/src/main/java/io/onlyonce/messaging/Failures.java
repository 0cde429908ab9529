package io.onlyonce.messaging;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Counts the failed tries at messages in the inbox, one entry a message, under its record's id. Nobody deals with these entries: one is "due" when it may be forgotten. Every
 * verb runs in the open transaction, which is never the one that failed. Thread-safe.
 */
final class Failures {
    private final String source;
    private final InboxStore inbox;
    private final Duration kept;

    Failures(String consumer, InboxStore inbox, Duration kept) {
        this.source = sourceOf(consumer);
        this.inbox = inbox;
        this.kept = kept;
    }

    static String sourceOf(String consumer) {
        return "failures:" + consumer;
    }

    /** What was counted so far, locked; empty if another transaction has it. */
    Optional<Kept> counter(RecordKey key) {
        InboxEntry entry = new InboxEntry(source, key.id().toUuid().toString(), key.key(), new byte[0]);
        return inbox.put(entry, kept) ? Optional.of(new Kept(entry, 0, false, null)) : find(key);
    }

    private Optional<Kept> find(RecordKey key) {
        String id = key.id().toUuid().toString();
        return inbox.about(source, key.key()).stream()
                .filter(found -> found.entry().id().equals(id))
                .findFirst();
    }

    /** Counts one more. */
    void add(Kept before, String cause) {
        inbox.again(before, kept, cause);
    }

    void forget(Kept before) {
        inbox.done(before);
    }

    void forget(RecordKey key) {
        find(key).ifPresent(inbox::done);
    }

    int forgetOld(int limit) {
        List<Kept> old = inbox.due(source, limit);
        old.forEach(inbox::done);
        return old.size();
    }
}
