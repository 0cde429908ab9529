package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * What an inbox suite needs of its pupil, and the words that its cases are written in.
 *
 * <p>The cases put entries under a random source, so several suites may share one table; they need no empty one.
 */
public abstract class InboxFixture {
    /** A delay that {@link #twoHoursLater} outlasts. */
    protected static final Duration LATER = Duration.ofHours(1);

    private static final int ATTEMPTS = 50;

    private final String source = "suite-" + UUID.randomUUID();

    /** The store; the same one each time within a test. */
    protected abstract InboxStore store();

    /** The transactions that the entries ride in, over at least 10 connections. */
    protected abstract TransactionRunner transactions();

    /** Lets two hours pass for the entries of this source. */
    protected abstract void twoHoursLater(String source);

    protected final String source() {
        return source;
    }

    protected final InboxEntry entry(String id) {
        return entry(id, "P1");
    }

    protected final InboxEntry entry(String id, String subject) {
        return new InboxEntry(source, id, subject, ("payload of " + id).getBytes(StandardCharsets.UTF_8));
    }

    /** Does something in a transaction, run again as a whole when the database asks for it; durable when it returns. */
    protected final <R> R durably(Callable<R> step) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transactions().run(() -> Ended.commit(step.call()));
            } catch (Exception e) {
                if (attempt == ATTEMPTS || !transactions().retryable(e)) {
                    throw new AssertionError("The transaction failed at attempt " + attempt + ": " + e, e);
                }
            }
        }
    }

    /** Puts entries, each due at once, in this order. */
    protected final void put(String... ids) {
        for (String id : ids) {
            assertThat(putDurably(entry(id), Duration.ZERO)).as("%s is new", id).isTrue();
        }
    }

    protected final boolean putDurably(InboxEntry entry, Duration delay) {
        return durably(() -> store().put(entry, delay));
    }

    /** What is due, locked no longer. */
    protected final List<Kept> due() {
        return durably(() -> store().due(source, 1000));
    }

    protected final List<Kept> about(String subject) {
        return durably(() -> store().about(source, subject));
    }

    protected final List<Kept> parked() {
        return durably(() -> store().parked(source, 1000));
    }

    /** The one that is due. */
    protected final Kept onlyDue() {
        List<Kept> due = due();
        assertThat(due).hasSize(1);
        return due.get(0);
    }

    protected static List<String> ids(List<Kept> kept) {
        return kept.stream().map(one -> one.entry().id()).toList();
    }

    protected static void assertIs(Kept kept, InboxEntry entry, int tries, boolean parked) {
        assertThat(kept.entry().source()).isEqualTo(entry.source());
        assertThat(kept.entry().id()).isEqualTo(entry.id());
        assertThat(kept.entry().subject()).isEqualTo(entry.subject());
        assertThat(kept.entry().payload()).isEqualTo(entry.payload());
        assertThat(kept.tries()).as("tries of %s", entry.id()).isEqualTo(tries);
        assertThat(kept.parked()).as("%s parked", entry.id()).isEqualTo(parked);
    }
}
