package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Expectation.Proof;
import io.onlyonce.verify.check.Finding.Broken;
import io.onlyonce.verify.check.Finding.Kept;
import io.onlyonce.verify.check.Finding.Undecided;
import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.history.Answer.Meaning;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Puts all checks to the evidence. A check that can't tell, or fails itself, never makes a run valid; one broken rule makes it invalid whatever the others say. */
public final class Judge {
    /** All checks, the weightiest first. */
    public static final List<Check> CHECKS = List.of(
            new AtMostOneEffect(),
            new EffectForEverySuccess(),
            new NoEffectOfRefused(),
            new SameAnswer(),
            new OwnAnswer(),
            new OnePayloadPerKey(),
            new HonestInProgress(),
            new NoStuckKey(),
            new NoOrphanRecord(),
            new Conserved(),
            new LegalTransitions(),
            new Invariants(),
            new LogExplains());

    private final List<Check> checks;

    public Judge() {
        this(CHECKS);
    }

    Judge(List<Check> checks) {
        this.checks = checks;
    }

    /** What each check says, by its name in their order. */
    public Map<String, Finding> findings(Evidence evidence) {
        Map<String, Finding> findings = new LinkedHashMap<>();
        for (Check check : checks) {
            findings.put(check.name(), examine(check, evidence));
        }
        return findings;
    }

    private static Finding examine(Check check, Evidence evidence) {
        try {
            return check.examine(evidence);
        } catch (RuntimeException e) {
            return new Undecided("The check itself failed: " + e);
        }
    }

    public Verdict judge(Evidence evidence) {
        Map<String, Finding> findings = findings(evidence);
        List<CounterExample> counterExamples = new ArrayList<>();
        for (Check check : checks) {
            if (findings.get(check.name()) instanceof Broken broken) {
                counterExamples.add(counterExample(check, broken, evidence));
            }
        }
        if (!counterExamples.isEmpty()) {
            return new Verdict.Invalid(counterExamples);
        }
        if (evidence.history().isEmpty()) {
            return new Verdict.Unknown("The history is empty: nothing was sent.");
        }
        return unproved(evidence)
                .<Verdict>map(Verdict.Unknown::new)
                .orElseGet(() -> undecided(findings)
                        .<Verdict>map(Verdict.Unknown::new)
                        .orElseGet(() -> new Verdict.Valid(looked(findings))));
    }

    private static int looked(Map<String, Finding> findings) {
        return findings.values().stream()
                .mapToInt(finding -> finding instanceof Kept kept ? kept.looked() : 0)
                .sum();
    }

    private static Optional<String> undecided(Map<String, Finding> findings) {
        return findings.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Undecided)
                .findFirst()
                .map(entry -> entry.getKey() + ": " + ((Undecided) entry.getValue()).why());
    }

    /** The first request under test that was never answered as it must be, if there is one. */
    private static Optional<String> unproved(Evidence evidence) {
        Map<String, Set<Meaning>> answered = new HashMap<>();
        evidence.operations()
                .forEach(operation -> operation
                        .attempts()
                        .forEach(attempt -> attempt.answer()
                                .ifPresent(answer -> answered.computeIfAbsent(
                                                operation.identity().request(), any -> EnumSet.noneOf(Meaning.class))
                                        .add(answer.meaning()))));
        for (var request : new TreeMap<>(evidence.rules().requests()).entrySet()) {
            Proof proof = request.getValue().proof();
            Set<Meaning> meanings = answered.getOrDefault(request.getKey(), Set.of());
            if (proof == Proof.NONE || meanings.contains(Meaning.SUCCESS)) {
                continue;
            }
            if (proof == Proof.SUCCESS) {
                return Optional.of(
                        ("No request \"%s\" was answered with success, so nothing was proved about it. Look at the answers in"
                                        + " the history, and at what the plan takes for success; if it is refused by design, say expect: refused.")
                                .formatted(request.getKey()));
            }
            if (!meanings.contains(Meaning.REFUSED)) {
                return Optional.of(
                        "No request \"%s\" was refused, as the plan expects, or answered with success, so nothing was proved about it."
                                .formatted(request.getKey()));
            }
        }
        return answered.isEmpty() ? Optional.of("No request that is judged was answered.") : Optional.empty();
    }

    /** How things stand, without counter-examples: cheap enough to be asked for while a run goes on. */
    public Standing standing(Evidence evidence) {
        Standing standing = Standing.RIGHT;
        for (Check check : checks) {
            if (examine(check, evidence) instanceof Broken) {
                if (!check.heals()) {
                    return Standing.BROKEN;
                }
                standing = Standing.NOT_YET_RIGHT;
            }
        }
        return standing;
    }

    /** How things stand with a run. */
    public enum Standing {
        /** No rule is broken. */
        RIGHT,
        /** A rule is broken that waiting may mend. */
        NOT_YET_RIGHT,
        /** A rule is broken for good. */
        BROKEN
    }

    private static CounterExample counterExample(Check check, Broken broken, Evidence evidence) {
        Violation violation = Shrinker.simplest(broken.violations());
        return new CounterExample(
                check.name(),
                violation.what(),
                Shrinker.shrink(check, violation, evidence),
                violation.data(),
                broken.violations().size() - 1);
    }
}
