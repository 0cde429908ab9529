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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;

/** Looks at everything that a plan wants to be looked at. */
final class Observatory {
    private static final Set<String> YES = Set.of("t", "true", "1", "done", "DONE", "completed", "COMPLETED");

    private final Plan plan;
    private final Rows rows;
    private final List<Path> outputs;

    /**
     * @param outputs of the nodes, where the log is if the plan names no file
     */
    Observatory(Plan plan, Rows rows, List<Path> outputs) {
        this.plan = plan;
        this.rows = rows;
        this.outputs = List.copyOf(outputs);
    }

    /** The sums that must not change, as they are now. */
    Map<String, BigDecimal> balances() throws TargetException, InterruptedException {
        Map<String, BigDecimal> balances = new LinkedHashMap<>();
        for (var balance : plan.observers().balances().entrySet()) {
            List<List<String>> found = rows.read(balance.getValue(), 1);
            balances.put(
                    balance.getKey(),
                    found.isEmpty()
                            ? BigDecimal.ZERO
                            : number(balance.getValue(), found.get(0).get(0)));
        }
        return balances;
    }

    Observed look(Map<String, BigDecimal> before) throws TargetException, InterruptedException {
        Map<String, Map<String, Long>> effects = new HashMap<>();
        for (Map.Entry<String, RequestPlan> request : plan.requests().entrySet()) {
            if (request.getValue().effects().isPresent()) {
                effects.put(
                        request.getKey(), effects(request.getValue().effects().get()));
            }
        }
        List<Balance> balances = new ArrayList<>();
        balances().forEach((name, now) -> balances.add(new Balance(name, before.getOrDefault(name, now), now)));
        List<Breach> breaches = new ArrayList<>();
        for (var rule : plan.observers().never().entrySet()) {
            breaches.add(new Breach(
                    rule.getKey(),
                    rows.read(rule.getValue(), 0).stream()
                            .map(row -> String.join(", ", row))
                            .toList()));
        }
        return new Observed(effects, balances, breaches, changes(), records(), log());
    }

    private Map<String, Long> effects(Source source) throws TargetException, InterruptedException {
        Map<String, Long> effects = new HashMap<>();
        for (List<String> row : rows.read(source, 2)) {
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

    private List<Change> changes() throws TargetException, InterruptedException {
        List<Change> changes = new ArrayList<>();
        if (plan.observers().states().isPresent()) {
            for (List<String> row : rows.read(plan.observers().states().get().rows(), 3)) {
                changes.add(new Change(row.get(0), row.get(1), row.get(2)));
            }
        }
        return changes;
    }

    private Optional<List<Entry>> records() throws TargetException, InterruptedException {
        if (plan.observers().records().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(rows.read(plan.observers().records().get(), 2).stream()
                .map(row -> new Entry(row.get(0), YES.contains(row.get(1))))
                .toList());
    }

    private Optional<List<LogLine>> log() throws TargetException {
        if (plan.observers().log().isEmpty()) {
            return Optional.empty();
        }
        LogSource source = plan.observers().log().get();
        List<LogLine> lines = new ArrayList<>();
        for (Path file : source.file().isEmpty() ? outputs : List.of(Path.of(source.file()))) {
            try {
                for (String line :
                        Files.readString(file, StandardCharsets.UTF_8).lines().toList()) {
                    Matcher matcher = source.pattern().matcher(line);
                    if (matcher.find()) {
                        Decision decision = source.decisions().get(matcher.group("decision"));
                        if (decision != null) {
                            lines.add(new LogLine(matcher.group("key"), decision));
                        }
                    }
                }
            } catch (IOException e) {
                throw new TargetException(RunTexts.log(file, e.getMessage()), e);
            }
        }
        return Optional.of(lines);
    }
}
