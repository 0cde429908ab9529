package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Observed.Change;
import io.onlyonce.verify.check.Rules.States;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Every state change is a legal one, and each begins where the one before it ended. */
final class LegalTransitions implements Check {
    @Override
    public String name() {
        return "legal-transitions";
    }

    @Override
    public String promise() {
        return "Every state change was a legal one, on an unbroken path.";
    }

    @Override
    public boolean heals() {
        return false;
    }

    @Override
    public Finding examine(Evidence evidence) {
        Optional<States> states = evidence.rules().states();
        if (states.isEmpty()) {
            return new Finding.Kept(0);
        }
        if (evidence.observed().changes().isEmpty()) {
            return new Finding.Undecided("Not one state change was read. Correct observe.states.rows.");
        }
        Map<String, List<Change>> paths = evidence.observed().changes().stream()
                .collect(Collectors.groupingBy(Change::entity, LinkedHashMap::new, Collectors.toList()));
        List<Violation> violations = new ArrayList<>();
        paths.forEach((entity, path) -> fault(states.get(), path)
                .ifPresent(fault -> violations.add(Violation.found(
                        entity + " " + fault,
                        path.stream()
                                .map(change -> change.from() + " → " + change.to())
                                .toList()))));
        return Finding.of(paths.size(), violations);
    }

    private static Optional<String> fault(States states, List<Change> path) {
        if (!states.initial().contains(path.get(0).from())) {
            return Optional.of("begins in state " + path.get(0).from() + ".");
        }
        for (int i = 0; i < path.size(); i++) {
            Change change = path.get(i);
            if (i > 0 && !path.get(i - 1).to().equals(change.from())) {
                return Optional.of("left state %s when it was in %s."
                        .formatted(change.from(), path.get(i - 1).to()));
            }
            if (!states.legal().getOrDefault(change.from(), Set.of()).contains(change.to())) {
                return Optional.of("went from %s to %s, which is not legal.".formatted(change.from(), change.to()));
            }
        }
        return Optional.empty();
    }
}
