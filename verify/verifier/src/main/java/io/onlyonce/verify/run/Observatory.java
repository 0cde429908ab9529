package io.onlyonce.verify.run;

import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Observed.Balance;
import io.onlyonce.verify.check.Observed.Breach;
import io.onlyonce.verify.check.Observed.Change;
import io.onlyonce.verify.check.Observed.Decision;
import io.onlyonce.verify.check.Observed.Entry;
import io.onlyonce.verify.check.Observed.LogLine;
import io.onlyonce.verify.plan.Observers.LogSource;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.RequestPlan;
import io.onlyonce.verify.plan.Source;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;

/** Looks at everything that a plan wants to be looked at. Not thread-safe. */
final class Observatory {
    private static final Set<String> YES = Set.of(
            "t", "true", "y", "yes", "1", "done", "complete", "completed", "finished", "success", "succeeded", "ok");
    private static final Set<String> NO = Set.of(
            "",
            "f",
            "false",
            "n",
            "no",
            "0",
            "new",
            "open",
            "started",
            "pending",
            "claimed",
            "processing",
            "running",
            "in-progress",
            "in_progress",
            "in progress");

    private final Plan plan;
    private final Rows rows;
    private final List<LogTail> logs;
    private final List<LogLine> logged = new ArrayList<>();

    /**
     * @param outputs of the nodes, where the log is if the plan names no file
     */
    Observatory(Plan plan, Rows rows, List<Path> outputs) {
        this.plan = plan;
        this.rows = rows;
        this.logs = plan
                .observers()
                .log()
                .map(source -> source.file().isEmpty() ? outputs : List.of(Path.of(source.file())))
                .orElse(List.of())
                .stream()
                .map(LogTail::new)
                .toList();
    }

    /** The sums that must not change, as they are now. */
    Map<String, BigDecimal> balances() throws TargetException, InterruptedException {
        return balances(new Look());
    }

    private Map<String, BigDecimal> balances(Look look) throws TargetException, InterruptedException {
        Map<String, BigDecimal> balances = new LinkedHashMap<>();
        for (var balance : plan.observers().balances().entrySet()) {
            List<List<String>> found = look.read(balance.getValue(), 1);
            if (found.size() != 1) {
                throw new TargetException(RunTexts.oneNumber(balance.getKey(), found.size()));
            }
            balances.put(
                    balance.getKey(), number(balance.getValue(), found.get(0).get(0)));
        }
        return balances;
    }

    Observed look(Map<String, BigDecimal> before) throws TargetException, InterruptedException {
        Look look = new Look();
        Map<String, Map<String, Long>> effects = new HashMap<>();
        for (Map.Entry<String, RequestPlan> request : plan.requests().entrySet()) {
            if (request.getValue().effects().isPresent()) {
                effects.put(
                        request.getKey(), effects(request.getValue().effects().get(), look));
            }
        }
        List<Balance> balances = new ArrayList<>();
        balances(look).forEach((name, now) -> balances.add(new Balance(name, before.getOrDefault(name, now), now)));
        List<Breach> breaches = new ArrayList<>();
        for (var rule : plan.observers().never().entrySet()) {
            breaches.add(new Breach(
                    rule.getKey(),
                    look.read(rule.getValue(), 0).stream()
                            .map(row -> String.join(", ", row))
                            .toList()));
        }
        return new Observed(effects, balances, breaches, changes(look), records(look), log());
    }

    /** Reads each source once, however many requests it is about. */
    private final class Look {
        private final Map<Source, List<List<String>>> read = new HashMap<>();

        List<List<String>> read(Source source, int columns) throws TargetException, InterruptedException {
            List<List<String>> found = read.get(source);
            if (found == null) {
                found = rows.read(source);
                read.put(source, found);
            }
            for (List<String> row : found) {
                if (row.size() < columns) {
                    throw new TargetException(RunTexts.columns(source.toString(), columns, row.size()));
                }
            }
            return found;
        }
    }

    private static Map<String, Long> effects(Source source, Look look) throws TargetException, InterruptedException {
        Map<String, Long> effects = new HashMap<>();
        for (List<String> row : look.read(source, 2)) {
            effects.merge(row.get(0), number(source, row.get(1)).longValue(), Long::sum);
        }
        return effects;
    }

    private static BigDecimal number(Source source, String text) throws TargetException {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new TargetException(RunTexts.number(source.toString(), text), e);
        }
    }

    private List<Change> changes(Look look) throws TargetException, InterruptedException {
        List<Change> changes = new ArrayList<>();
        if (plan.observers().states().isPresent()) {
            for (List<String> row : look.read(plan.observers().states().get().rows(), 3)) {
                changes.add(new Change(row.get(0), row.get(1), row.get(2)));
            }
        }
        return changes;
    }

    private Optional<List<Entry>> records(Look look) throws TargetException, InterruptedException {
        if (plan.observers().records().isEmpty()) {
            return Optional.empty();
        }
        List<Entry> records = new ArrayList<>();
        for (List<String> row : look.read(plan.observers().records().get(), 2)) {
            records.add(new Entry(row.get(0), done(row.get(1))));
        }
        return Optional.of(records);
    }

    private static boolean done(String text) throws TargetException {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (!YES.contains(word) && !NO.contains(word)) {
            throw new TargetException(RunTexts.done(text, YES, NO));
        }
        return YES.contains(word);
    }

    private Optional<List<LogLine>> log() throws TargetException {
        if (plan.observers().log().isEmpty()) {
            return Optional.empty();
        }
        LogSource source = plan.observers().log().get();
        for (LogTail log : logs) {
            try {
                for (String line : log.more()) {
                    Matcher matcher = source.pattern().matcher(line);
                    if (matcher.find()) {
                        Decision decision = source.decisions().get(matcher.group("decision"));
                        if (decision != null) {
                            logged.add(new LogLine(matcher.group("key"), decision));
                        }
                    }
                }
            } catch (IOException e) {
                throw new TargetException(RunTexts.log(log.file(), e.getMessage()), e);
            }
        }
        return Optional.of(List.copyOf(logged));
    }
}
