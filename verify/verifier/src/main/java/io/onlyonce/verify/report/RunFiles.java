package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Rules;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.plan.WrittenPlan;
import io.onlyonce.verify.run.Verification.Result;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/**
 * A saved run: a directory from which it can be judged again. {@value #HISTORY} has an event a line, {@value #OBSERVED} what the data said, {@value #RULES} what the plan held the
 * service to, {@value #RUN} the rest; {@value #VERDICT}, {@value #HTML}, {@value #PLAN} and {@value #SETTINGS} are for others and are not read back.
 */
public final class RunFiles {
    /** One event a line. */
    public static final String HISTORY = "history.jsonl";

    /** What the data said. */
    public static final String OBSERVED = "observed.json";

    /** What the plan held the service to. */
    public static final String RULES = "rules.json";

    /** Name, seed, duration, and why the run stopped. */
    public static final String RUN = "run.json";

    /** The report for programs. */
    public static final String VERDICT = "verdict.json";

    /** The report for people. */
    public static final String HTML = "report.html";

    /** The plan, if it has a text: with what it takes over from others, and without the environment's values. */
    public static final String PLAN = "plan.yaml";

    /** What the plan was run with beside its text. */
    public static final String SETTINGS = "settings.json";

    private static final Pattern SECRET = Pattern.compile("(?i).*(password|secret|token|credential).*");

    private final Path directory;

    /** What a plan was run with. */
    private record Settings(int rounds, Map<String, String> set) {}

    /** What is known beside the evidence. */
    private record Run(String plan, long seed, long durationMillis, Optional<String> stopped) {}

    /**
     * @param directory is made if it is not there
     */
    public RunFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes what the run is to do, before it is done.
     *
     * @param values of <code>${env.NAME}</code> that were given for this run; where a name says that it is a secret, the value is left out
     */
    public void writePlan(WrittenPlan plan, Map<String, String> values) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(PLAN), plan.yaml());
        Map<String, String> shown = new TreeMap<>(values);
        shown.replaceAll((name, value) -> SECRET.matcher(name).matches() ? "…" : value);
        write(SETTINGS, new Settings(plan.plan().pace().rounds(), shown));
    }

    /** Writes all files, over older ones. */
    public void write(Report report) throws IOException {
        Files.createDirectories(directory);
        Result result = report.result();
        try (BufferedWriter history = Files.newBufferedWriter(directory.resolve(HISTORY))) {
            for (Event event : report.history().events()) {
                history.write(EventJson.MAPPER.writerFor(Event.class).writeValueAsString(event));
                history.write('\n');
            }
        }
        write(OBSERVED, result.evidence().observed());
        write(RULES, result.evidence().rules());
        write(RUN, new Run(report.plan(), result.seed(), report.duration().toMillis(), report.stopped()));
        Files.writeString(directory.resolve(VERDICT), JsonReport.of(report));
        Files.writeString(directory.resolve(HTML), HtmlReport.of(report));
    }

    private void write(String name, Object value) throws IOException {
        Files.writeString(directory.resolve(name), EventJson.MAPPER.writeValueAsString(value) + "\n");
    }

    /**
     * Reads a run and judges it again.
     *
     * @throws IOException if a file is missing, or is not one that was written here; the message names it
     */
    public Report read() throws IOException {
        Run run = read(RUN, Run.class);
        Evidence evidence = new Evidence(history(), read(OBSERVED, Observed.class), read(RULES, Rules.class));
        Verdict verdict = run.stopped().<Verdict>map(Verdict.Unknown::new).orElseGet(() -> new Judge().judge(evidence));
        return new Report(
                run.plan(), Duration.ofMillis(run.durationMillis()), new Result(verdict, evidence, run.seed()));
    }

    private History history() throws IOException {
        Path file = directory.resolve(HISTORY);
        List<Event> events = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            try {
                events.add(EventJson.MAPPER.readValue(line, Event.class));
            } catch (JacksonException e) {
                throw new IOException(ReportTexts.line(file, events.size() + 1, e.getOriginalMessage()), e);
            }
        }
        try {
            return History.of(events);
        } catch (IllegalArgumentException e) {
            throw new IOException(ReportTexts.file(file, String.valueOf(e.getMessage())), e);
        }
    }

    private <T> T read(String name, Class<T> type) throws IOException {
        Path file = directory.resolve(name);
        try {
            return EventJson.MAPPER.readValue(Files.readString(file), type);
        } catch (JacksonException e) {
            throw new IOException(ReportTexts.file(file, String.valueOf(e.getOriginalMessage())), e);
        }
    }
}
