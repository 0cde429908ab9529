package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Check;
import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.check.Verdict.CounterExample;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** For programs. Times are in milliseconds. */
public final class JsonReport {
    private static final JsonMapper JSON = EventJson.MAPPER;

    private JsonReport() {}

    /** A JSON document: verdict, counter-examples, checks, numbers. */
    public static String of(Report report) {
        ObjectNode root = JSON.createObjectNode()
                .put("plan", report.plan())
                .put("verdict", TextReport.word(report.verdict()).toLowerCase(Locale.ROOT))
                .put("why", TextReport.plainly(report))
                .put("seed", report.result().seed())
                .put("durationMillis", report.duration().toMillis());
        ArrayNode examples = root.putArray("counterExamples");
        if (report.verdict() instanceof Verdict.Invalid invalid) {
            invalid.counterExamples().forEach(example -> examples.add(example(example, report)));
        }
        ArrayNode checks = root.putArray("checks");
        for (Check check : Judge.CHECKS) {
            Finding finding = report.findings().get(check.name());
            if (finding != null) {
                checks.add(check(check, finding));
            }
        }
        numbers(root, Figures.of(report.history()));
        return root.toPrettyString() + "\n";
    }

    private static ObjectNode example(CounterExample example, Report report) {
        ObjectNode node = JSON.createObjectNode().put("check", example.check()).put("what", example.what());
        ArrayNode steps = node.putArray("steps");
        new Story(example, report.history()).steps().forEach(steps::add);
        ArrayNode data = node.putArray("data");
        example.data().forEach(data::add);
        return node.put("more", example.more());
    }

    private static ObjectNode check(Check check, Finding finding) {
        ObjectNode node = JSON.createObjectNode().put("name", check.name()).put("promise", check.promise());
        if (finding instanceof Finding.Kept kept) {
            node.put("finding", kept.looked() == 0 ? "not-looked-at" : "kept").put("looked", kept.looked());
        } else if (finding instanceof Finding.Broken broken) {
            node.put("finding", "broken").put("violations", broken.violations().size());
        } else if (finding instanceof Finding.Undecided undecided) {
            node.put("finding", "undecided").put("why", undecided.why());
        }
        return node;
    }

    private static void numbers(ObjectNode root, Figures figures) {
        root.put("requests", figures.requests()).put("operations", figures.operations());
        figures.outcomes().forEach(root.putObject("outcomes")::put);
        figures.faults().forEach(root.putObject("faults")::put);
        root.putObject("latencyMillis")
                .put("p50", figures.percentile(0.5))
                .put("p95", figures.percentile(0.95))
                .put("p99", figures.percentile(0.99))
                .put("max", figures.percentile(1));
    }
}
