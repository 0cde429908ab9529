package io.onlyonce.memory;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditId;
import io.onlyonce.audit.AuditQuery;
import io.onlyonce.audit.AuditStore;
import io.onlyonce.error.ErrorTexts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An audit in memory. Forgets everything with its process: for tests and examples. Thread-safe. */
public final class MemoryAudit implements AuditStore {
    private static final int MOST_SLOTS = 100;

    private final TreeMap<AuditId, AuditEntry> entries = new TreeMap<>();

    @Override
    public synchronized void append(List<AuditEntry> more) {
        more.forEach(entry -> entries.putIfAbsent(entry.id(), entry));
    }

    @Override
    public synchronized List<AuditEntry> find(AuditQuery query) {
        AuditId from = AuditId.from(query.from());
        if (from.compareTo(query.before()) >= 0) {
            return List.of();
        }
        return entries.subMap(from, true, query.before(), false).descendingMap().values().stream()
                .filter(entry -> fits(query.record(), entry.record())
                        && fits(query.key(), entry.key())
                        && fits(query.number(), entry.summary().number())
                        && fits(query.operation(), entry.operation())
                        && fits(query.state(), entry.state())
                        && fits(query.event(), entry.event()))
                .limit(query.limit())
                .toList();
    }

    private static boolean fits(@Nullable Object wanted, @Nullable Object there) {
        return wanted == null || wanted.equals(there);
    }

    @Override
    public synchronized List<Count> counts(Instant from, Duration slot, int slots) {
        if (slot.toMillis() < 1 || slots < 1 || slots > MOST_SLOTS) {
            throw new IllegalArgumentException(ErrorTexts.auditSlots(slot, slots, MOST_SLOTS));
        }
        List<Count> counts = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            Map<String, Long> events = new TreeMap<>();
            entries.subMap(
                            AuditId.from(from.plus(slot.multipliedBy(i))),
                            AuditId.from(from.plus(slot.multipliedBy(i + 1L))))
                    .values()
                    .forEach(entry -> events.merge(entry.event(), 1L, Long::sum));
            int number = i;
            events.forEach((event, times) -> counts.add(new Count(number, event, times)));
        }
        return counts;
    }

    @Override
    public synchronized int purge(Instant before, int limit) {
        List<AuditId> old = entries.headMap(AuditId.from(before)).keySet().stream()
                .limit(limit)
                .toList();
        old.forEach(entries::remove);
        return old.size();
    }
}
