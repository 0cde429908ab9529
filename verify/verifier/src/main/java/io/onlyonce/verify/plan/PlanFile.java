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
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

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
            "timeout");

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
                throw new PlanException(place(file, 0, 0), PlanTexts.empty());
            }
            return root;
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            throw new PlanException(place(file, mark.getLine(), mark.getColumn()), PlanTexts.noYaml(e.getProblem()));
        } catch (ReaderException e) {
            String[] before = yaml.substring(0, unprintable(yaml)).split("\\R", -1);
            throw new PlanException(
                    place(file, before.length - 1, before[before.length - 1].length()),
                    PlanTexts.control(e.getCodePoint()));
        } catch (YAMLException e) { // too long, or too many aliases: it is about the whole
            throw new PlanException(place(file, 0, 0), PlanTexts.noYaml(String.valueOf(e.getMessage())));
        }
    }

    /** As editors count, from 1. */
    private static String place(String file, int line, int column) {
        return "%s:%d:%d".formatted(file, line + 1, column + 1);
    }

    /** Where the first character stands that YAML does not allow; the exception knows its place in a buffer only. */
    private static int unprintable(String yaml) {
        int at = 0;
        while (at < yaml.length() && StreamReader.isPrintable(yaml.codePointAt(at))) {
            at += Character.charCount(yaml.codePointAt(at));
        }
        return at;
    }

    private static Plan plan(Fields fields) {
        Target target = target(fields.need("target", "the service's url"));
        Optional<DataSourcePlan> data = fields.find("data").map(PlanFile::data);
        Map<String, RequestPlan> requests = new LinkedHashMap<>();
        Map<String, Entry> written =
                fields.need("requests", "at least one request").entries();
        written.forEach((name, entry) -> requests.put(name, RequestReader.read(entry, data.isPresent())));
        written.forEach((name, entry) -> RequestReader.checkNeeds(name, entry, requests));
        Observers observers = ObserverReader.read(fields, data.isPresent(), !target.starts().isEmpty());
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
        throw entry.wrong(PlanTexts.value(entry.name(), text, "like http://127.0.0.1:8080, with a port and no path. A base path goes into the requests' paths"));
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
                fields.find("timeout").map(Entry::duration).orElse(Pace.STANDARD.timeout()));
    }
}
