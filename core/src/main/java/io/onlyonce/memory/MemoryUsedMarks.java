package io.onlyonce.memory;

import io.onlyonce.token.ImmediateUsedMarks;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TokenMaintenance;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Marks of used signed tokens in memory. Forgets everything with its process: for tests and examples, never for production. Thread-safe. */
public final class MemoryUsedMarks implements ImmediateUsedMarks, TokenMaintenance {
    private final InstantSource clock;
    private final Map<TokenHash, Instant> keptUntil = new HashMap<>();

    public MemoryUsedMarks() {
        this(InstantSource.system());
    }

    public MemoryUsedMarks(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Marking mark(TokenHash token, Instant until) {
        return keptUntil.putIfAbsent(token, until) == null ? Marking.FIRST : Marking.ALREADY;
    }

    @Override
    public synchronized int purgeExpired(int limit) {
        Instant now = clock.instant();
        List<TokenHash> over = keptUntil.entrySet().stream()
                .filter(mark -> !mark.getValue().isAfter(now))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
        over.forEach(keptUntil::remove);
        return over.size();
    }

    /** All that is kept, as text. */
    public synchronized String dump() {
        return keptUntil.toString();
    }

    /** How many marks are kept; those whose time is over count until they are purged. */
    public synchronized int size() {
        return keptUntil.size();
    }
}
