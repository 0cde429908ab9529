package io.onlyonce.verify.plan;

import io.onlyonce.verify.check.Observed.Decision;
import io.onlyonce.verify.check.Rules.States;
import io.onlyonce.verify.plan.Entry.Fields;
import io.onlyonce.verify.plan.Observers.LogSource;
import io.onlyonce.verify.plan.Observers.StateSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads what a plan wants to be looked at. */
final class ObserverReader {
    private ObserverReader() {}

    /**
     * @param sql whether the plan has a database
     * @param started whether the run starts the service
     */
    static Observers read(Fields plan, boolean sql, boolean started) {
        List<Template> setup = plan.find("setup")
                .map(found -> {
                    if (!sql) {
                        throw found.wrong(PlanTexts.noData());
                    }
                    return found.isText()
                            ? List.of(query(found))
                            : found.items().stream().map(ObserverReader::query).toList();
                })
                .orElse(List.of());
        Optional<Fields> fields =
                plan.find("observe").map(found -> found.fields("balances", "never", "states", "records", "log"));
        return new Observers(
                setup,
                sources(fields, "balances", sql, 1),
                sources(fields, "never", sql, 0),
                fields.flatMap(found -> found.find("states")).map(entry -> states(entry, sql)),
                fields.flatMap(found -> found.find("records")).map(entry -> source(entry, sql, 2)),
                fields.flatMap(found -> found.find("log")).map(entry -> log(entry, started)));
    }

    private static Map<String, Source> sources(Optional<Fields> fields, String name, boolean sql, int columns) {
        Map<String, Source> sources = new LinkedHashMap<>();
        fields.flatMap(found -> found.find(name))
                .ifPresent(found ->
                        found.entries().forEach((rule, entry) -> sources.put(rule, source(entry, sql, columns))));
        return sources;
    }

    /**
     * @param columns how many are read, 0 for whichever there are
     */
    static Source source(Entry entry, boolean sql, int columns) {
        if (entry.isText()) {
            if (!sql) {
                throw entry.wrong(PlanTexts.noData());
            }
            return new Source.Sql(query(entry));
        }
        Fields fields = entry.fields("get", "rows", "columns");
        Entry path = fields.need("get", "a path of the service that answers with JSON");
        List<String> pointers = fields.find("columns").map(Entry::pointers).orElse(List.of());
        if (columns > 0 && pointers.size() != columns) {
            throw entry.wrong(PlanTexts.shape("columns", columns + " JSON pointers within a row, like /ref"));
        }
        return new Source.Http(
                query(path), fields.find("rows").map(Entry::pointer).orElse(""), pointers);
    }

    /** A text that is about the whole run and no single operation. */
    private static Template query(Entry entry) {
        Template template = entry.template();
        for (String variable : template.variables()) {
            if (!variable.equals("run")) {
                throw entry.wrong(PlanTexts.runOnly(variable));
            }
        }
        return template;
    }

    private static StateSource states(Entry entry, boolean sql) {
        Fields fields = entry.fields("rows", "initial", "legal");
        Map<String, Set<String>> legal = new LinkedHashMap<>();
        fields.need("legal", "the legal transitions, like PENDING: [PAID, CANCELLED]")
                .entries()
                .forEach((from, to) -> legal.put(from, Set.copyOf(to.texts())));
        return new StateSource(
                source(fields.need("rows", "a query for entity, from and to, in their order"), sql, 3),
                new States(
                        new HashSet<>(
                                fields.need("initial", "where a path begins").texts()),
                        legal));
    }

    private static LogSource log(Entry entry, boolean started) {
        Fields fields = entry.fields("file", "pattern", "decisions");
        if (!started && fields.find("file").isEmpty()) {
            throw entry.wrong(PlanTexts.noLog());
        }
        Entry pattern = fields.need("pattern", "a regular expression with the groups key and decision");
        Map<String, Decision> decisions = new LinkedHashMap<>();
        fields.need("decisions", "what the log calls them, like replayed: duplicate")
                .entries()
                .forEach((word, decision) -> decisions.put(word, decision.one(Decision.class)));
        return new LogSource(fields.find("file").map(Entry::text).orElse(""), pattern(pattern), decisions);
    }

    private static Pattern pattern(Entry entry) {
        String text = entry.text();
        try {
            Pattern pattern = Pattern.compile(text);
            if (text.contains("(?<key>") && text.contains("(?<decision>")) {
                return pattern;
            }
        } catch (PatternSyntaxException e) {
            throw entry.wrong(PlanTexts.value("pattern", text, "a regular expression: " + e.getDescription()));
        }
        throw entry.wrong(PlanTexts.value("pattern", text, "with the groups (?<key>…) and (?<decision>…)"));
    }
}
