package io.onlyonce.verify.check;

import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Identity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that a check may know. Immutable; attempts are grouped once, however many checks ask. */
public final class Evidence {
    private final History history;
    private final Observed observed;
    private final Rules rules;

    private volatile @Nullable List<Operation> operations;

    public Evidence(History history, Observed observed, Rules rules) {
        this.history = history;
        this.observed = observed;
        this.rules = rules;
    }

    public History history() {
        return history;
    }

    public Observed observed() {
        return observed;
    }

    public Rules rules() {
        return rules;
    }

    /** The same with another history, for the search of a smaller one. */
    Evidence with(History other) {
        return new Evidence(other, observed, rules);
    }

    /** The operations that are judged. */
    List<Operation> operations() {
        List<Operation> known = operations;
        if (known == null) {
            known = grouped();
            operations = known;
        }
        return known;
    }

    private List<Operation> grouped() {
        List<Operation> grouped = new ArrayList<>();
        history.byIdentity().forEach((identity, attempts) -> {
            Expectation expectation = rules.requests().get(identity.request());
            if (expectation != null) {
                grouped.add(Operation.of(identity, expectation, attempts, observed));
            }
        });
        return List.copyOf(grouped);
    }

    /**
     * All attempts under one identity.
     *
     * @param byFingerprint one group for each payload, by its fingerprint
     * @param byRef one group for each payload, by its number
     */
    record Operation(
            Identity identity,
            Expectation expectation,
            List<Attempt> attempts,
            Map<String, List<Attempt>> byFingerprint,
            Map<String, List<Attempt>> byRef,
            Observed observed) {
        private static Operation of(
                Identity identity, Expectation expectation, List<Attempt> attempts, Observed observed) {
            return new Operation(
                    identity,
                    expectation,
                    attempts,
                    grouped(attempts, attempt -> attempt.call().fingerprint()),
                    grouped(attempts, attempt -> attempt.call().ref()),
                    observed);
        }

        private static Map<String, List<Attempt>> grouped(List<Attempt> attempts, Function<Attempt, String> key) {
            Map<String, List<Attempt>> grouped = new LinkedHashMap<>();
            attempts.forEach(attempt -> grouped.computeIfAbsent(key.apply(attempt), any -> new ArrayList<>())
                    .add(attempt));
            return grouped;
        }

        /** How often one of its payloads took effect. */
        long effects(String ref) {
            return observed.effects(identity.request(), ref);
        }

        /** How often all of its payloads took effect. */
        long effects() {
            return byRef.keySet().stream().mapToLong(this::effects).sum();
        }
    }
}
