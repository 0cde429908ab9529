package io.onlyonce.verify.check;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the service's data say when everything has settled.
 *
 * @param effects how often each payload took effect, by its request's name and its number; what is not there has none
 * @param balances quantities that a run must not change
 * @param breaches rows that must not exist
 * @param changes of states, by entity in their order
 * @param records the service's own idempotency records, if the plan reads them
 * @param log what the service's log says of its requests, if the plan reads it
 */
public record Observed(
        Map<String, Map<String, Long>> effects,
        List<Balance> balances,
        List<Breach> breaches,
        List<Change> changes,
        Optional<List<Entry>> records,
        Optional<List<LogLine>> log) {
    /** A quantity before and after. */
    public record Balance(String name, BigDecimal before, BigDecimal after) {}

    /** Rows that an invariant says there are none of. */
    public record Breach(String invariant, List<String> rows) {
        public Breach {
            rows = List.copyOf(rows);
        }
    }

    /** A state change that the service noted. */
    public record Change(String entity, String from, String to) {}

    /** A record of the service's own. */
    public record Entry(String key, boolean done) {}

    /**
     * A line of the log that decides about a request.
     *
     * @param key the operation's key, or its {@code ref} where the log does not tell keys
     */
    public record LogLine(String key, Decision decision) {}

    /** What a log says was done with a request. */
    public enum Decision {
        FIRST,
        DUPLICATE,
        IN_PROGRESS,
        REFUSED
    }

    public Observed {
        effects = Map.copyOf(effects);
        balances = List.copyOf(balances);
        breaches = List.copyOf(breaches);
        changes = List.copyOf(changes);
        records = records.map(List::copyOf);
        log = log.map(List::copyOf);
    }

    /** Nothing was looked at: answers alone are judged. */
    public static Observed nothing() {
        return new Observed(Map.of(), List.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
    }

    /** How often a payload took effect. */
    public long effects(String request, String ref) {
        return effects.getOrDefault(request, Map.of()).getOrDefault(ref, 0L);
    }
}
