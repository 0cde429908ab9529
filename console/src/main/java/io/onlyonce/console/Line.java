package io.onlyonce.console;

import io.onlyonce.audit.AuditEntry;
import java.util.List;
import java.util.Locale;

/**
 * An entry of the audit table as a page shows it.
 *
 * @param time when it was
 * @param mark what it means
 * @param took how long the call took
 */
record Line(AuditEntry entry, Moment time, Mark mark, String took) {
    private static final double NANOS_IN_MILLI = 1e6;

    static Line of(AuditEntry entry) {
        return new Line(
                entry,
                Moment.of(entry.id().time()),
                Mark.of(entry.event()),
                String.format(Locale.ROOT, "%.1f ms", entry.took().toNanos() / NANOS_IN_MILLI));
    }

    static List<Line> of(List<AuditEntry> entries) {
        return entries.stream().map(Line::of).toList();
    }
}
