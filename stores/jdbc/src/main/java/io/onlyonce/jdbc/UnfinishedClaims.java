package io.onlyonce.jdbc;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The fences of claims that the calling thread has won and not completed: tells a call that meets its own claim from one that meets a claim which somebody
 * committed without an answer. Holds a few numbers per thread; those of rolled-back claims fall out at the other end.
 */
final class UnfinishedClaims {
    private static final int KEPT = 64;

    @SuppressWarnings("ThreadLocalUsage") // each store has claims of its own
    private final ThreadLocal<Deque<Long>> fences = ThreadLocal.withInitial(ArrayDeque::new);

    void won(long fence) {
        Deque<Long> mine = fences.get();
        mine.addLast(fence);
        if (mine.size() > KEPT) {
            mine.removeFirst();
        }
    }

    void completed(long fence) {
        fences.get().removeLastOccurrence(fence);
    }

    boolean holds(long fence) {
        return fences.get().contains(fence);
    }
}
