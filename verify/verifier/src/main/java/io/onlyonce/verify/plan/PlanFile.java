package io.onlyonce.verify.plan;

import io.onlyonce.verify.plan.Entry.Fields;
import io.onlyonce.verify.plan.Plan.DataSourcePlan;
import io.onlyonce.verify.plan.Plan.Pace;
import io.onlyonce.verify.plan.Plan.Target;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a plan from YAML. Every complaint tells its line and column. */
public final class PlanFile {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> ENTRIES = List.of(
            "name",
            "target",
            "requests",
            "data",
            "setup",
            "observe",
            "workload",
            "faults",
            "rounds",
            "concurrency",
            "settle",
            "quiet",
            "timeout",
            "linger");

    private PlanFile() {}

    /**
     * @throws PlanException if it is no plan that can be followed
     * @throws IOException if the file, or one that it extends, can't be read
     */
    public static Plan read(Path file) throws IOException {
        return read(file, Environment.SYSTEM);
    }

    /**
     * @param environment gives the values of <code>${env.NAME}</code>
     * @throws PlanException if it is no plan that can be followed
     * @throws IOException if the file, or one that it extends, can't be read
     */
    public static Plan read(Path file, Environment environment) throws IOException {
        return written(file, environment).plan();
    }

    /**
     * The same with the plan's text.
     *
     * @throws PlanException if it is no plan that can be followed
     * @throws IOException if the file, or one that it extends, can't be read
     */
    public static WrittenPlan written(Path file, Environment environment) throws IOException {
        return written(PlanDocument.read(
                file,
                Files.readString(file),
                environment,
                other -> Files.isRegularFile(other) ? Optional.of(Files.readString(other)) : Optional.empty()));
    }

    /**
     * A plan that is a resource, as are those that it extends.
     *
     * @param name with slashes, and none at its beginning
     * @throws PlanException if it is no plan that can be followed
     * @throws IOException if there is no such resource, or it can't be read
     */
    public static WrittenPlan resource(ClassLoader loader, String name, Environment environment) throws IOException {
        Path path = Path.of(name);
        String text = resource(loader, path).orElseThrow(() -> new NoSuchFileException(name));
        return written(PlanDocument.read(path, text, environment, other -> resource(loader, other)));
    }

    private static Optional<String> resource(ClassLoader loader, Path path) throws IOException {
        try (InputStream in = loader.getResourceAsStream(path.toString().replace('\\', '/'))) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static WrittenPlan written(PlanDocument document) {
        return new WrittenPlan(plan(document.fields(ENTRIES)), document.yaml());
    }

    /**
     * @param file its name, for complaints
     * @throws PlanException if it is no plan that can be followed
     */
    public static Plan parse(String file, String yaml) {
        return parse(file, yaml, Environment.SYSTEM);
    }

    /**
     * @param file its name, for complaints
     * @param environment gives the values of <code>${env.NAME}</code>
     * @throws PlanException if it is no plan that can be followed; one that extends another must be {@linkplain #read(Path) read} from its file
     */
    public static Plan parse(String file, String yaml, Environment environment) {
        return plan(PlanDocument.parse(file, yaml, environment).fields(ENTRIES));
    }

    private static Plan plan(Fields fields) {
        Target target = target(fields.need("target", "the service's url"));
        Optional<DataSourcePlan> data = fields.find("data").map(PlanFile::data);
        Map<String, RequestPlan> requests = new LinkedHashMap<>();
        Map<String, Entry> written =
                fields.need("requests", "at least one request").entries();
        written.forEach((name, entry) -> requests.put(name, RequestReader.read(entry, data.isPresent())));
        written.forEach((name, entry) -> RequestReader.checkNeeds(name, entry, requests));
        Observers observers =
                ObserverReader.read(fields, data.isPresent(), !target.starts().isEmpty());
        List<Workload> workloads = fields.need("workload", "what clients do").filled().stream()
                .map(entry -> WorkloadReader.read(entry, requests))
                .toList();
        Faults faults = fields.find("faults")
                .map(entry -> FaultReader.read(entry, !target.starts().isEmpty()))
                .orElse(Faults.NONE);
        return new Plan(
                fields.find("name").map(Entry::text).orElse("plan"),
                target,
                requests,
                data,
                observers,
                workloads,
                faults,
                pace(fields));
    }

    private static Target target(Entry entry) {
        if (entry.isText()) {
            return new Target(List.of(url(entry)), List.of(), "", PATIENCE);
        }
        Fields fields = entry.fields("url", "urls", "start", "ready", "patience");
        fields.find("urls").filter(several -> fields.find("url").isPresent()).ifPresent(several -> {
            throw several.wrong(PlanTexts.urlAndUrls());
        });
        List<String> urls = fields.find("url")
                .or(() -> fields.find("urls"))
                .map(found -> found.isText()
                        ? List.of(url(found))
                        : found.filled().stream().map(PlanFile::url).toList())
                .orElseThrow(() -> entry.wrong(PlanTexts.missingEntry("url", "where the service listens")));
        List<String> starts = fields.find("start").map(Entry::texts).orElse(List.of());
        if (!starts.isEmpty() && starts.size() != urls.size()) {
            throw entry.wrong(PlanTexts.starts(urls.size(), starts.size()));
        }
        return new Target(
                urls,
                starts,
                fields.find("ready").map(Entry::text).orElse(""),
                fields.find("patience").map(Entry::duration).orElse(PATIENCE));
    }

    private static String url(Entry entry) {
        String text = entry.text();
        try {
            URI uri = URI.create(text);
            String base = "http://" + uri.getHost() + ":" + uri.getPort();
            if (uri.getHost() != null && uri.getPort() > 0 && (text.equals(base) || text.equals(base + "/"))) {
                return base;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw entry.wrong(PlanTexts.value(
                entry.name(),
                text,
                "like http://127.0.0.1:8080, with a port and no path. A base path goes into the requests' paths"));
    }

    private static DataSourcePlan data(Entry entry) {
        Fields fields = entry.fields("url", "user", "password");
        Entry url = fields.need("url", "a JDBC url");
        if (!url.text().startsWith("jdbc:")) {
            throw url.wrong(PlanTexts.value("url", url.text(), "a JDBC url, like jdbc:postgresql://127.0.0.1/shop"));
        }
        return new DataSourcePlan(
                url.text(),
                fields.find("user").map(Entry::text).orElse(""),
                fields.find("password").map(Entry::text).orElse(""));
    }

    private static Pace pace(Fields fields) {
        return new Pace(
                fields.find("rounds").map(entry -> entry.number(1)).orElse(Pace.STANDARD.rounds()),
                fields.find("concurrency").map(entry -> entry.number(1)).orElse(Pace.STANDARD.concurrency()),
                fields.find("settle").map(Entry::duration).orElse(Pace.STANDARD.settle()),
                fields.find("quiet").map(Entry::durationOrNone).orElse(Pace.STANDARD.quiet()),
                fields.find("timeout").map(Entry::duration).orElse(Pace.STANDARD.timeout()),
                fields.find("linger").map(Entry::durationOrNone).orElse(Pace.STANDARD.linger()));
    }
}
