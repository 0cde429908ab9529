package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.check.Verdict.CounterExample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** For people at a terminal. */
public final class TextReport {
    private static final int WIDTH = 160;

    private TextReport() {}

    /** Verdict, counter-examples, checks, numbers. */
    public static String of(Report report) {
        List<String> lines = new ArrayList<>(List.of(headline(report), ""));
        if (report.verdict() instanceof Verdict.Invalid invalid) {
            for (CounterExample example : invalid.counterExamples()) {
                lines.addAll(brief(example, report));
                lines.add("");
            }
        } else if (report.verdict() instanceof Verdict.Unknown unknown) {
            lines.add("Nothing was proved: " + unknown.why());
            lines.add("");
        }
        report.findings()
                .forEach((check, finding) ->
                        lines.add(String.format(Locale.ROOT, "  %-26s %s", check, finding(finding))));
        lines.addAll(numbers(Figures.of(report.history())));
        return String.join("\n", lines) + "\n";
    }

    /** The counter-examples step by step, each with what usually is behind it. */
    public static String explained(Report report) {
        List<String> lines = new ArrayList<>(List.of(headline(report), ""));
        if (report.verdict() instanceof Verdict.Invalid invalid) {
            for (CounterExample example : invalid.counterExamples()) {
                lines.add(example.check() + " is broken: " + example.what());
                new Story(example, report.history()).steps().forEach(step -> lines.add("  " + step));
                example.data().forEach(found -> lines.add("  data     " + found));
                CheckGuide.of(example.check()).ifPresent(guide -> {
                    lines.add("  Where it comes from: " + guide.cause());
                    lines.add("  What to do: " + guide.remedy());
                });
                lines.add("");
            }
        } else {
            lines.add(plainly(report));
        }
        return String.join("\n", lines).stripTrailing() + "\n";
    }

    /** The verdict's word. */
    static String word(Verdict verdict) {
        if (verdict instanceof Verdict.Valid) {
            return "VALID";
        }
        return verdict instanceof Verdict.Invalid ? "INVALID" : "UNKNOWN";
    }

    /** The verdict in a sentence. */
    static String plainly(Report report) {
        Verdict verdict = report.verdict();
        if (verdict instanceof Verdict.Invalid invalid) {
            return new Story(invalid.counterExamples().get(0), report.history()).sentence();
        } else if (verdict instanceof Verdict.Unknown unknown) {
            return "Nothing was proved, neither way: " + unknown.why();
        }
        Figures figures = Figures.of(report.history());
        return String.format(
                Locale.ROOT,
                "%s in %s, and no rule was broken. What was looked at: %s.",
                Figures.count(figures.operations(), "operation"),
                Figures.count(figures.requests(), "request"),
                report.findings().entrySet().stream()
                        .filter(entry -> entry.getValue() instanceof Finding.Kept kept && kept.looked() > 0)
                        .map(entry -> entry.getKey())
                        .collect(Collectors.joining(", ")));
    }

    private static String headline(Report report) {
        return "%s  %s  (seed %d, %s)"
                .formatted(
                        word(report.verdict()), report.plan(), report.result().seed(), duration(report.duration()));
    }

    static String duration(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }

    private static List<String> brief(CounterExample example, Report report) {
        List<String> lines = new ArrayList<>();
        lines.add(example.check() + " is broken: " + example.what());
        new Story(example, report.history()).steps().forEach(step -> lines.add("  " + cut(step)));
        example.data().forEach(found -> lines.add("  data     " + cut(found)));
        if (example.more() > 0) {
            lines.add("  and " + example.more() + " more of this kind");
        }
        return lines;
    }

    /** What a check found, in a few words. */
    static String finding(Finding finding) {
        if (finding instanceof Finding.Kept kept) {
            return kept.looked() == 0
                    ? "not looked at"
                    : String.format(Locale.ROOT, "kept, %,d looked at", kept.looked());
        } else if (finding instanceof Finding.Broken broken) {
            int times = broken.violations().size();
            return "BROKEN, " + (times == 1 ? "once" : String.format(Locale.ROOT, "%,d times", times));
        } else if (finding instanceof Finding.Undecided undecided) {
            return "can't be told: " + undecided.why();
        }
        throw new IllegalStateException("A finding is kept, broken or undecided.");
    }

    private static List<String> numbers(Figures figures) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "  %s, %s: %s",
                Figures.count(figures.operations(), "operation"),
                Figures.count(figures.requests(), "request"),
                listed(figures.outcomes())));
        if (!figures.latencies().isEmpty()) {
            lines.add("  answers after %s (half), %s (95 %%), %s (99 %%), %s at most"
                    .formatted(
                            Figures.millis(figures.percentile(0.5)),
                            Figures.millis(figures.percentile(0.95)),
                            Figures.millis(figures.percentile(0.99)),
                            Figures.millis(figures.percentile(1))));
        }
        if (!figures.faults().isEmpty()) {
            lines.add("  faults: " + listed(figures.faults()));
        }
        if (!figures.missed().isEmpty()) {
            lines.add("  " + ReportTexts.missed(figures.missed()));
        }
        return lines;
    }

    static String listed(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String cut(String line) {
        String single = line.replaceAll("\\s*\\R\\s*", " ");
        return single.length() <= WIDTH ? single : single.substring(0, WIDTH) + "…";
    }
}
