package io.onlyonce.verify.plan;

import io.onlyonce.verify.check.Observed.Decision;
import io.onlyonce.verify.check.Rules.States;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is looked at when all has settled.
 *
 * @param setup statements before the run
 * @param balances sums that must not change, by their names: one number each
 * @param never rows that must not exist, by the rule that says so
 * @param states the noted state changes
 * @param records the service's own records: a key, and whether it is done
 * @param log what its log says
 */
public record Observers(
        List<Template> setup,
        Map<String, Source> balances,
        Map<String, Source> never,
        Optional<StateSource> states,
        Optional<Source> records,
        Optional<LogSource> log) {
    /** State changes as rows of entity, from and to, in their order; the empty text stands for no state. */
    public record StateSource(Source rows, States states) {}

    /**
     * A log file, by default what the started nodes print.
     *
     * @param file empty for that
     * @param pattern with a group for the key (or for what the request told as its {@code ref}) and one for the decision, named so
     * @param decisions what the log calls them
     */
    public record LogSource(String file, Pattern pattern, Map<String, Decision> decisions) {
        public LogSource {
            decisions = Map.copyOf(decisions);
        }
    }

    /** Nothing is looked at. */
    public static final Observers NONE =
            new Observers(List.of(), Map.of(), Map.of(), Optional.empty(), Optional.empty(), Optional.empty());

    public Observers {
        setup = List.copyOf(setup);
        balances = Map.copyOf(balances);
        never = Map.copyOf(never);
    }
}
