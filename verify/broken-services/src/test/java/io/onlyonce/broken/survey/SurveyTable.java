package io.onlyonce.broken.survey;

import io.onlyonce.broken.Variant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** What all runs said, as a Markdown table with a line for each variant. */
final class SurveyTable {
    private static final String HEAD = """
            # What the verifier says of its corpus

            [English](verifier.md#how-it-is-tested-itself) | [简体中文](verifier.zh-CN.md#它自己怎么检验)

            Requests and seconds are those of one run on average, the start of two processes included, some runs at a time on one machine.

            """;

    private SurveyTable() {}

    static String of(List<Surveyed> runs) {
        Map<Variant, List<Surveyed>> byVariant = new LinkedHashMap<>();
        runs.forEach(run -> byVariant
                .computeIfAbsent(run.variant(), any -> new ArrayList<>())
                .add(run));
        StringBuilder table = new StringBuilder(HEAD);
        section(table, "Broken services", byVariant, false);
        section(table, "Right services", byVariant, true);
        return table.toString();
    }

    private static void section(
            StringBuilder table, String title, Map<Variant, List<Surveyed>> byVariant, boolean right) {
        table.append("## ").append(title).append("\n\n");
        table.append(
                "| service | area | told the truth | failed checks | requests | seconds |\n|---|---|---|---|---|---|\n");
        byVariant.forEach((variant, runs) -> {
            if (variant.right() == right) {
                table.append(line(variant, runs));
            }
        });
        table.append('\n');
    }

    private static String line(Variant variant, List<Surveyed> runs) {
        TreeSet<String> checks = new TreeSet<>();
        runs.forEach(run -> checks.addAll(run.checks()));
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %d of %d | %s | %d | %.1f |%n",
                variant.name(),
                variant.area().name().toLowerCase(Locale.ROOT),
                runs.stream().filter(Surveyed::isTrue).count(),
                runs.size(),
                String.join(", ", checks),
                (int) runs.stream().mapToInt(Surveyed::requests).average().orElse(0),
                runs.stream()
                                .map(Surveyed::took)
                                .mapToLong(Duration::toMillis)
                                .average()
                                .orElse(0)
                        / 1000);
    }
}
