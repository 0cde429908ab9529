package io.onlyonce.verify.check;

import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Identity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that a check may know. */
public record Evidence(History history, Observed observed, Rules rules) {
    /** The same with another history, for the search of a smaller one. */
    Evidence with(History other) {
        return new Evidence(other, observed, rules);
    }

    /** The operations that are judged. */
    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        history.byIdentity().forEach((identity, attempts) -> {
            Expectation expectation = rules.requests().get(identity.request());
            if (expectation != null) {
                operations.add(new Operation(identity, expectation, attempts, observed));
            }
        });
        return operations;
    }

    /** All attempts under one identity. */
    record Operation(Identity identity, Expectation expectation, List<Attempt> attempts, Observed observed) {
        /** How often one of its payloads took effect. */
        long effects(String ref) {
            return observed.effects(identity.request(), ref);
        }

        /** How often all of its payloads took effect. */
        long effects() {
            return byRef().keySet().stream().mapToLong(this::effects).sum();
        }

        /** One for each payload, by its fingerprint. */
        Map<String, List<Attempt>> byFingerprint() {
            return grouped(true);
        }

        /** One for each payload, by its number. */
        Map<String, List<Attempt>> byRef() {
            return grouped(false);
        }

        private Map<String, List<Attempt>> grouped(boolean byFingerprint) {
            Map<String, List<Attempt>> grouped = new LinkedHashMap<>();
            for (Attempt attempt : attempts) {
                String key = byFingerprint
                        ? attempt.call().fingerprint()
                        : attempt.call().ref();
                grouped.computeIfAbsent(key, any -> new ArrayList<>()).add(attempt);
            }
            return grouped;
        }
    }
}
