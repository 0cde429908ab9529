package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Check;
import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.check.Verdict.CounterExample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** For people with a browser: one file that needs no other. */
public final class HtmlReport {
    private final Report report;
    private final Html page = new Html();

    private HtmlReport(Report report) {
        this.report = report;
    }

    /** An HTML document. */
    public static String of(Report report) {
        return new HtmlReport(report).write();
    }

    private String write() {
        String word = TextReport.word(report.verdict());
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .element("title", word + ": " + report.plan())
                .raw("<style>\n" + style() + "</style>\n</head>\n<body>\n<main>\n");
        page.raw("<header class=\"verdict " + word.toLowerCase(Locale.ROOT) + "\">")
                .element("p class=\"word\"", word)
                .element("h1", report.plan())
                .element("p class=\"plainly\"", TextReport.plainly(report))
                .element("p class=\"facts\"", facts())
                .raw("</header>\n");
        if (report.verdict() instanceof Verdict.Invalid invalid) {
            invalid.counterExamples().forEach(this::example);
        }
        checks();
        data();
        numbers();
        return page.raw("</main>\n</body>\n</html>\n").toString();
    }

    private String facts() {
        Figures figures = Figures.of(report.history());
        return String.format(
                Locale.ROOT,
                "%s, %s, %s, seed %d",
                Figures.count(figures.operations(), "operation"),
                Figures.count(figures.requests(), "request"),
                TextReport.duration(report.duration()),
                report.result().seed());
    }

    private void example(CounterExample example) {
        page.raw("<section>").element("h2", example.check() + " is broken");
        page.element(
                "p",
                new Story(example, report.history()).sentence()
                        + (example.more() > 0 ? " It is one of " + (example.more() + 1) + " breaches." : ""));
        if (!example.attempts().isEmpty()) {
            page.raw(Timeline.of(example, report.history()));
            page.raw("<details><summary>Step by step</summary><ol>\n");
            new Story(example, report.history()).steps().forEach(step -> page.element("li", step));
            page.raw("</ol></details>\n");
        }
        if (!example.data().isEmpty()) {
            page.table(
                    List.of("Found in the data"),
                    example.data().stream().map(List::of).toList(),
                    List.of());
        }
        CheckGuide.of(example.check())
                .ifPresent(guide -> page.raw("<p><strong>Where it comes from.</strong> ")
                        .text(guide.cause())
                        .raw("</p>\n<p><strong>What to do.</strong> ")
                        .text(guide.remedy())
                        .raw("</p>\n"));
        page.raw("</section>\n");
    }

    private void checks() {
        Map<String, Finding> findings = report.findings();
        page.raw("<section>").element("h2", "Checks");
        if (findings.isEmpty()) {
            page.element("p", "The run did not come to its end, so nothing was judged.")
                    .raw("</section>\n");
            return;
        }
        page.raw(
                "<table class=\"checks\"><thead><tr><th>Check</th><th>What it promises</th><th>Finding</th></tr></thead><tbody>\n");
        for (Check check : Judge.CHECKS) {
            Finding finding = findings.get(check.name());
            if (finding != null) {
                page.raw("<tr>")
                        .element("td", check.name())
                        .element("td", check.promise())
                        .element("td class=\"" + style(finding) + "\"", TextReport.finding(finding))
                        .raw("</tr>\n");
            }
        }
        page.raw("</tbody></table></section>\n");
    }

    private static String style(Finding finding) {
        if (finding instanceof Finding.Kept kept) {
            return kept.looked() == 0 ? "idle" : "kept";
        }
        return finding instanceof Finding.Broken ? "broken" : "open";
    }

    private void data() {
        Observed observed = report.result().evidence().observed();
        if (!observed.balances().isEmpty()) {
            page.raw("<section>").element("h2", "Sums that must not change");
            page.table(
                            List.of("Sum", "Before", "After", "Difference"),
                            observed.balances().stream()
                                    .map(balance -> List.of(
                                            balance.name(),
                                            balance.before().toPlainString(),
                                            balance.after().toPlainString(),
                                            balance.after()
                                                    .subtract(balance.before())
                                                    .toPlainString()))
                                    .toList(),
                            List.of(1, 2, 3))
                    .raw("</section>\n");
        }
        Map<String, Map<Long, Integer>> effects = effects(observed);
        if (!effects.isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            effects.forEach((request, counts) -> counts.forEach(
                    (count, payloads) -> rows.add(List.of(request, count.toString(), payloads.toString()))));
            page.raw("<section>").element("h2", "Effects in the data");
            page.table(List.of("Request", "Effects", "Payloads that had so many"), rows, List.of(1, 2))
                    .raw("</section>\n");
        }
    }

    /** How many payloads had how many effects, by request. */
    private Map<String, Map<Long, Integer>> effects(Observed observed) {
        Map<String, Map<Long, Integer>> effects = new TreeMap<>();
        if (report.stopped().isPresent()) {
            return effects;
        }
        report.history().byRef().forEach((ref, attempts) -> {
            String request = attempts.get(0).identity().request();
            if (observed.effects().containsKey(request)) {
                effects.computeIfAbsent(request, any -> new TreeMap<>())
                        .merge(observed.effects(request, ref), 1, Integer::sum);
            }
        });
        return effects;
    }

    private void numbers() {
        Figures figures = Figures.of(report.history());
        if (figures.requests() == 0) {
            return;
        }
        page.raw("<section class=\"charts\"><div>").element("h2", "What came back");
        page.raw(BarChart.of("How often each outcome came", figures.outcomes())).raw("</div>\n<div>");
        page.element("h2", "How long answers took");
        page.raw(BarChart.of("How many answers took how long", figures.histogram()))
                .element(
                        "p class=\"facts\"",
                        "half %s, 95 %% %s, 99 %% %s, at most %s"
                                .formatted(
                                        Figures.millis(figures.percentile(0.5)),
                                        Figures.millis(figures.percentile(0.95)),
                                        Figures.millis(figures.percentile(0.99)),
                                        Figures.millis(figures.percentile(1))))
                .raw("</div></section>\n");
        if (!figures.faults().isEmpty() || !figures.notes().isEmpty()) {
            page.raw("<section>").element("h2", "What was done to connections and service");
            List<List<String>> rows = new ArrayList<>();
            figures.faults().forEach((fault, count) -> rows.add(List.of(fault, count.toString())));
            Map<String, Integer> notes = new TreeMap<>();
            figures.notes().forEach(note -> notes.merge(note, 1, Integer::sum));
            notes.forEach((note, count) -> rows.add(List.of(note, count.toString())));
            page.table(List.of("Fault", "How often"), rows, List.of(1));
            if (!figures.missed().isEmpty()) {
                page.element("p", ReportTexts.missed(figures.missed()));
            }
            page.raw("</section>\n");
        }
    }

    private static String style() {
        try (InputStream css = HtmlReport.class.getResourceAsStream("report.css")) {
            if (css == null) {
                throw new IllegalStateException("report.css is part of the verifier and is missing.");
            }
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("report.css is part of the verifier and can't be read.", e);
        }
    }
}
