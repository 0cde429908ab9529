package io.onlyonce.memory;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An inbox in memory. A row that a transaction has read by {@link #due} or {@link #about}, or has changed, is its own until it ends. Forgets everything with its
 * process: for tests and examples, never for production. Thread-safe.
 */
public final class MemoryInbox implements InboxStore {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Comparator<Content> BY_ID =
            Comparator.comparing(content -> content.kept.entry().id());
    private static final Comparator<Content> LONGEST_FIRST =
            Comparator.comparing(Content::since).thenComparing(BY_ID);

    private final MemoryTransactions transactions;
    private final InstantSource clock;
    private final Map<Id, Row> rows = new HashMap<>();

    public MemoryInbox(MemoryTransactions transactions) {
        this(transactions, InstantSource.system());
    }

    public MemoryInbox(MemoryTransactions transactions, InstantSource clock) {
        this.transactions = transactions;
        this.clock = clock;
    }

    private record Id(String source, String entry) {
        static Id of(InboxEntry entry) {
            return new Id(entry.source(), entry.id());
        }
    }

    /** A row's content; {@code since} is when it is due, or was parked. */
    private record Content(Kept kept, Instant since) {
        Id id() {
            return Id.of(kept.entry());
        }

        boolean isOf(String source) {
            return kept.entry().source().equals(source);
        }
    }

    /** No content is no row: not yet, or not any more. */
    private static final class Row {
        private @Nullable Content committed;
        private @Nullable Content current;
        private @Nullable Object owner;

        boolean isOpenTo(Object transaction) {
            return owner == null || owner == transaction;
        }
    }

    @Override
    public synchronized boolean put(InboxEntry entry, Duration delay) {
        Id id = Id.of(entry);
        if (current(id) != null) {
            return false;
        }
        write(id, new Content(new Kept(entry, 0, false, null), clock.instant().plus(delay)));
        return true;
    }

    @Override
    public synchronized List<Kept> due(String source, int limit) {
        Instant now = clock.instant();
        return locked(
                content -> content.isOf(source) && !content.kept.parked() && !content.since.isAfter(now),
                LONGEST_FIRST,
                limit);
    }

    @Override
    public synchronized List<Kept> about(String source, String subject) {
        return locked(
                content ->
                        content.isOf(source) && content.kept.entry().subject().equals(subject),
                BY_ID,
                Integer.MAX_VALUE);
    }

    private List<Kept> locked(Predicate<Content> wanted, Comparator<Content> order, int limit) {
        Object mine = transactions.owner();
        List<Content> found = rows.values().stream()
                .filter(row -> row.isOpenTo(mine))
                .flatMap(row -> Stream.ofNullable(row.current))
                .filter(wanted)
                .sorted(order)
                .limit(limit)
                .toList();
        found.forEach(content -> own(content.id()));
        return found.stream().map(Content::kept).toList();
    }

    @Override
    public synchronized List<Kept> parked(String source, int limit) {
        return seen(source, Kept::parked, limit);
    }

    @Override
    public synchronized List<Kept> waiting(String source, int limit) {
        return seen(source, kept -> !kept.parked(), limit);
    }

    @Override
    public synchronized Optional<Kept> find(String source, String id) {
        return seen(source, kept -> kept.entry().id().equals(id), 1).stream().findFirst();
    }

    /** What a plain read sees: the own writes, and what others have committed. */
    private List<Kept> seen(String source, Predicate<Kept> wanted, int limit) {
        Object mine = transactions.owner();
        return rows.values().stream()
                .flatMap(row -> Stream.ofNullable(row.owner == mine ? row.current : row.committed))
                .filter(content -> content.isOf(source) && wanted.test(content.kept))
                .sorted(LONGEST_FIRST)
                .limit(limit)
                .map(Content::kept)
                .toList();
    }

    @Override
    public synchronized boolean done(Kept kept) {
        Content content = current(Id.of(kept.entry()));
        if (content == null || content.kept.tries() != kept.tries()) {
            return false;
        }
        write(content.id(), null);
        return true;
    }

    @Override
    public synchronized boolean postpone(Kept kept, Duration delay) {
        Content content = current(Id.of(kept.entry()));
        if (content == null || content.kept.tries() != kept.tries() || content.kept.parked()) {
            return false;
        }
        write(content.id(), new Content(content.kept, clock.instant().plus(delay)));
        return true;
    }

    @Override
    public synchronized boolean again(Kept kept, Duration delay, String cause) {
        return counted(kept, false, delay, cause);
    }

    @Override
    public synchronized boolean park(Kept kept, String cause) {
        return counted(kept, true, Duration.ZERO, cause);
    }

    private boolean counted(Kept kept, boolean parked, Duration delay, String cause) {
        Content content = current(Id.of(kept.entry()));
        if (content == null || content.kept.tries() != kept.tries() || content.kept.parked()) {
            return false;
        }
        Kept after = new Kept(content.kept.entry(), kept.tries() + 1, parked, Kept.cut(cause));
        write(content.id(), new Content(after, clock.instant().plus(delay)));
        return true;
    }

    @Override
    public synchronized boolean revive(String source, String id) {
        Content content = current(new Id(source, id));
        if (content == null || !content.kept.parked()) {
            return false;
        }
        write(content.id(), new Content(new Kept(content.kept.entry(), 0, false, null), clock.instant()));
        return true;
    }

    /** How many entries are kept, committed ones only. */
    public synchronized int size() {
        return (int) rows.values().stream().filter(row -> row.committed != null).count();
    }

    /** The row's content, once no other transaction has it. */
    private @Nullable Content current(Id id) {
        Object mine = transactions.owner();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Row row = rows.get(id);
            if (row == null) {
                return null;
            }
            if (row.isOpenTo(mine)) {
                return row.current;
            }
            waitUntil(deadline, id);
        }
    }

    private void waitUntil(long deadline, Id id) {
        long left = deadline - System.nanoTime();
        try {
            if (left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException(ErrorTexts.inboxLocked(id.source, id.entry, PATIENCE));
    }

    private void write(Id id, @Nullable Content after) {
        Row row = own(id);
        Content before = row.current;
        row.current = after;
        transactions.changed(() -> restore(row, before), () -> {});
    }

    /** Makes the row the current transaction's. */
    private Row own(Id id) {
        Object mine = transactions.owner();
        Row row = rows.computeIfAbsent(id, absent -> new Row());
        if (row.owner != mine) {
            row.owner = mine;
            transactions.changed(() -> release(id, row), () -> release(id, row));
        }
        return row;
    }

    private synchronized void restore(Row row, @Nullable Content before) {
        row.current = before;
    }

    /** At the transaction's end; after a rollback the content is what it was before. */
    private synchronized void release(Id id, Row row) {
        row.committed = row.current;
        row.owner = null;
        if (row.current == null) {
            rows.remove(id);
        }
        notifyAll();
    }
}
