package io.onlyonce.verify.plan;

import io.onlyonce.verify.plan.Entry.Fields;
import io.onlyonce.verify.plan.Plan.DataSourcePlan;
import io.onlyonce.verify.plan.Plan.Pace;
import io.onlyonce.verify.plan.Plan.Target;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.Node;

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
     * @throws IOException if the file can't be read
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
        return plan(extended(file, environment, new ArrayList<>()));
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
        return plan(new Entry(file, environment, "plan", root(file, yaml)).fields(ENTRIES));
    }

    /** What stands in the file, and beneath it what stands in the one that it extends: an entry takes the other one's place as a whole. */
    private static Fields extended(Path file, Environment environment, List<Path> seen) throws IOException {
        String name = String.valueOf(file.getFileName());
        Entry root = new Entry(name, environment, "plan", root(name, Files.readString(file)));
        Map<String, Entry> own = new LinkedHashMap<>(root.entries());
        Entry base = own.remove("extends");
        seen.add(file.normalize());
        Map<String, Entry> entries = new LinkedHashMap<>();
        if (base != null) {
            Path extended = file.resolveSibling(base.text()).normalize();
            if (seen.contains(extended)) {
                throw base.wrong(PlanTexts.extendsItself(base.text()));
            }
            if (!Files.isRegularFile(extended)) {
                throw base.wrong(PlanTexts.extendsNothing(extended));
            }
            entries.putAll(extended(extended, environment, seen).entries());
        }
        entries.putAll(own);
        return root.fields(entries, ENTRIES);
    }

    private static Node root(String file, String yaml) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(100);
        try {
            Node root = new Yaml(options).compose(new StringReader(yaml));
            if (root == null) {
                throw new PlanException(file + ":1:1", PlanTexts.empty());
            }
            return root;
        } catch (MarkedYAMLException e) {
            throw new PlanException(
                    "%s:%d:%d"
                            .formatted(
                                    file,
                                    e.getProblemMark().getLine() + 1,
                                    e.getProblemMark().getColumn() + 1),
                    "It is no YAML: " + e.getProblem() + ".");
        }
    }

    private static Plan plan(Fields fields) {
        Target target = target(fields.need("target", "the service's url"));
        Optional<DataSourcePlan> data = fields.find("data").map(PlanFile::data);
        Map<String, RequestPlan> requests = new LinkedHashMap<>();
        Map<String, Entry> written =
                fields.need("requests", "at least one request").entries();
        written.forEach((name, entry) -> requests.put(name, RequestReader.read(entry, data.isPresent())));
        written.forEach((name, entry) -> RequestReader.checkNeeds(name, entry, requests));
        Observers observers = ObserverReader.read(fields, data.isPresent());
        List<Workload> workloads = fields.need("workload", "what clients do").items().stream()
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
        List<String> urls = fields.find("url")
                .or(() -> fields.find("urls"))
                .map(found -> found.isText()
                        ? List.of(url(found))
                        : found.items().stream().map(PlanFile::url).toList())
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
            if ("http".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0) {
                return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw entry.wrong(PlanTexts.value(entry.name(), text, "like http://127.0.0.1:8080"));
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
                fields.find("quiet").map(Entry::duration).orElse(Pace.STANDARD.quiet()),
                fields.find("timeout").map(Entry::duration).orElse(Pace.STANDARD.timeout()),
                fields.find("linger").map(Entry::duration).orElse(Pace.STANDARD.linger()));
    }
}
