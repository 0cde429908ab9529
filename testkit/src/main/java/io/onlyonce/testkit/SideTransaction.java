package io.onlyonce.testkit;

import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on a thread of its own, which a test drives step by step beside its own: what another client of the same database does. Used by one
 * test thread; closing one that has not ended rolls it back.
 */
public final class SideTransaction implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 60;

    private final LinkedBlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

    /** One thing to do; answers whether the transaction goes on. */
    @FunctionalInterface
    private interface Step {
        Next run();
    }

    private enum Next {
        GO_ON,
        COMMIT,
        ROLL_BACK
    }

    private SideTransaction(TransactionRunner transactions) {
        Thread thread = new Thread(() -> live(transactions), "side-transaction");
        thread.setDaemon(true);
        thread.start();
    }

    /** Begins a transaction. */
    public static SideTransaction begin(TransactionRunner transactions) {
        SideTransaction side = new SideTransaction(transactions);
        side.call(() -> true);
        return side;
    }

    private void live(TransactionRunner transactions) {
        try {
            transactions.run(() -> {
                Next next = Next.GO_ON;
                while (next == Next.GO_ON) {
                    next = steps.take().run();
                }
                return new Ended<>(true, next == Next.COMMIT);
            });
            end.complete(null);
        } catch (Throwable failure) { // told to the test by commit and rollBack
            end.completeExceptionally(failure);
        }
    }

    /**
     * Does something inside the transaction and waits for it.
     *
     * @throws RuntimeException what the step threw; a checked exception as the cause of an {@link IllegalStateException}. The transaction goes on.
     */
    public <R extends @Nullable Object> R call(Callable<R> step) {
        return get(start(step));
    }

    /** The same for something without a result. */
    public void run(Runnable step) {
        call(() -> {
            step.run();
            return true;
        });
    }

    /** Starts something inside the transaction that may have to wait there. */
    public <R extends @Nullable Object> CompletableFuture<R> start(Callable<R> step) {
        CompletableFuture<R> result = new CompletableFuture<>();
        CompletableFuture<?> unused = end.whenComplete((nothing, failure) -> result.completeExceptionally(
                failure == null ? new IllegalStateException("The side transaction has ended.") : failure));
        steps.add(() -> {
            try {
                result.complete(step.call());
            } catch (Throwable failure) { // told to the test by the future
                result.completeExceptionally(failure);
            }
            return Next.GO_ON;
        });
        return result;
    }

    /** Commits; returns when that is done. */
    public void commit() {
        steps.add(() -> Next.COMMIT);
        get(end);
    }

    /** Rolls back; returns when that is done. */
    public void rollBack() {
        steps.add(() -> Next.ROLL_BACK);
        get(end);
    }

    /** Waits for a step's result, a minute at most. */
    public static <R extends @Nullable Object> R get(CompletableFuture<R> result) {
        try {
            return result.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw unchecked(e);
        } catch (TimeoutException e) {
            throw new AssertionError("A side transaction's step had not ended after " + DEADLINE_SECONDS + " s.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while a side transaction was at work.", e);
        }
    }

    private static RuntimeException unchecked(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException failure
                ? failure
                : new IllegalStateException("A side transaction's step failed: " + e.getCause(), e.getCause());
    }

    @Override
    public void close() {
        if (!end.isDone()) {
            rollBack();
        }
    }
}
