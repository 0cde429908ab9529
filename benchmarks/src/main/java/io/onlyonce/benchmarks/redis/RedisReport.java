package io.onlyonce.benchmarks.redis;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The lines as a table. */
final class RedisReport {
    private static final String HEAD = String.format(
            Locale.ROOT,
            "%-40s%8s%12s%10s%12s%12s%10s%10s",
            "",
            "threads",
            "per second",
            "of PINGs",
            "client us",
            "server us",
            "scripts",
            "per read");

    private RedisReport() {}

    static String of(List<Line> lines) {
        return lines.stream()
                .map(RedisReport::text)
                .collect(Collectors.joining(System.lineSeparator(), HEAD + System.lineSeparator(), ""));
    }

    private static String text(Line line) {
        return String.format(
                Locale.ROOT,
                "%-40s%8d%12.0f%10.2f%12.1f%12.1f%10.2f%10.1f",
                line.contestant().name(),
                line.threads(),
                line.perSecond(),
                line.ratio(),
                line.clientMicros(),
                line.serverMicros(),
                (double) line.scripts() / line.operations(),
                line.commandsPerRead());
    }
}
