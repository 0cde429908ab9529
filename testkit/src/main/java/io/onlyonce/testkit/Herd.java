package io.onlyonce.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Many threads that do the same at once: all start behind a barrier, and all must end before a deadline. Immutable and thread-safe.
 *
 * <p>A member that has not ended by the deadline is interrupted, and the herd fails with the place where it stood.
 */
public final class Herd {
    private final int size;
    private final Duration deadline;

    private Herd(int size, Duration deadline) {
        this.size = size;
        this.deadline = deadline;
    }

    /** A herd with a minute's deadline. */
    public static Herd of(int size) {
        return new Herd(size, Duration.ofMinutes(1));
    }

    /** The same with another deadline. */
    public Herd within(Duration deadline) {
        return new Herd(size, deadline);
    }

    /** What each member does. */
    @FunctionalInterface
    public interface Task<T extends @Nullable Object> {
        /**
         * @param member its number, from 0
         */
        T run(int member) throws Throwable;
    }

    /**
     * How one member ended.
     *
     * @param value what it returned; null if it failed
     * @param failure what it threw; null if it returned
     */
    public record Ended<T extends @Nullable Object>(
            @Nullable T value, @Nullable Throwable failure) {}

    /** Lets all run, and waits until all have ended. The list has one entry per member, in their order. */
    public <T extends @Nullable Object> List<Ended<T>> run(Task<T> task) {
        CyclicBarrier start = new CyclicBarrier(size);
        AtomicReferenceArray<@Nullable Ended<T>> ends = new AtomicReferenceArray<>(size);
        List<Thread> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int member = i;
            members.add(thread(member, () -> ends.set(member, ended(start, task, member))));
        }
        members.forEach(Thread::start);
        join(members);
        List<Ended<T>> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Ended<T> end = ends.get(i);
            all.add(
                    end == null
                            ? new Ended<>(null, new IllegalStateException("Member " + i + " ended without a word."))
                            : end);
        }
        return all;
    }

    /** The same for a herd of which no member may fail: their values, or an {@link AssertionError} with all failures. */
    public <T extends @Nullable Object> List<T> runAll(Task<T> task) {
        List<T> values = new ArrayList<>();
        AssertionError failed = null;
        for (Ended<T> end : run(task)) {
            Throwable failure = end.failure();
            if (failure == null) {
                @SuppressWarnings("NullAway") // a member that did not fail has returned what T allows
                T value = end.value();
                values.add(value);
            } else {
                failed = failed == null
                        ? new AssertionError("A member of the herd failed: " + failure, failure)
                        : failed;
                if (failed.getCause() != failure) {
                    failed.addSuppressed(failure);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
        return values;
    }

    private static <T extends @Nullable Object> Ended<T> ended(CyclicBarrier start, Task<T> task, int member) {
        try {
            start.await();
            return new Ended<>(task.run(member), null);
        } catch (Throwable failure) { // the herd's owner judges it
            return new Ended<>(null, failure);
        }
    }

    private static Thread thread(int member, Runnable body) {
        Thread thread = new Thread(body, "herd-" + member);
        thread.setDaemon(true);
        return thread;
    }

    private void join(List<Thread> members) {
        long end = System.nanoTime() + deadline.toNanos();
        try {
            for (Thread member : members) {
                TimeUnit.NANOSECONDS.timedJoin(member, Math.max(1, end - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            members.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while the herd was running.", e);
        }
        List<Thread> stuck = members.stream().filter(Thread::isAlive).toList();
        if (!stuck.isEmpty()) {
            AssertionError late = new AssertionError(stuck.size() + " of " + size + " members had not ended after "
                    + deadline + ": " + stuck.get(0).getName() + " at "
                    + Arrays.toString(stuck.get(0).getStackTrace()));
            stuck.forEach(Thread::interrupt);
            throw late;
        }
    }
}
