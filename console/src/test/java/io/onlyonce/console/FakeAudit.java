package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditId;
import io.onlyonce.audit.AuditQuery;
import io.onlyonce.audit.AuditStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An audit table in memory. */
final class FakeAudit implements AuditStore {
    private final List<AuditEntry> entries = new ArrayList<>();

    @Override
    public synchronized void append(List<AuditEntry> more) {
        entries.addAll(more);
    }

    @Override
    public synchronized List<AuditEntry> find(AuditQuery query) {
        return entries.stream()
                .filter(entry -> entry.id().compareTo(AuditId.from(query.from())) >= 0)
                .filter(entry -> entry.id().compareTo(query.before()) < 0)
                .filter(entry -> fits(query.record(), entry.record()))
                .filter(entry -> fits(query.key(), entry.key()))
                .filter(entry -> fits(query.number(), entry.summary().number()))
                .filter(entry -> fits(query.operation(), entry.operation()))
                .filter(entry -> fits(query.state(), entry.state()))
                .filter(entry -> fits(query.event(), entry.event()))
                .sorted(Comparator.comparing(AuditEntry::id).reversed())
                .limit(query.limit())
                .toList();
    }

    private static boolean fits(@Nullable Object wanted, @Nullable Object there) {
        return wanted == null || wanted.equals(there);
    }

    @Override
    public synchronized List<Count> counts(Instant from, Duration slot, int slots) {
        return IntStream.range(0, slots)
                .boxed()
                .flatMap(each -> within(from.plus(slot.multipliedBy(each)), slot)
                        .collect(Collectors.groupingBy(AuditEntry::event, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(times -> new Count(each, times.getKey(), times.getValue())))
                .toList();
    }

    private Stream<AuditEntry> within(Instant from, Duration slot) {
        return entries.stream()
                .filter(entry ->
                        !entry.id().time().isBefore(from) && entry.id().time().isBefore(from.plus(slot)));
    }

    @Override
    public int purge(Instant before, int limit) {
        return 0;
    }
}
