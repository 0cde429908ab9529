package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Finding.Broken;
import io.onlyonce.verify.check.Finding.Kept;
import io.onlyonce.verify.check.Finding.Undecided;
import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.history.Answer.Meaning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        int looked = 0;
        String undecided = "";
        for (Check check : checks) {
            Finding finding = findings.get(check.name());
            if (finding instanceof Broken broken) {
                counterExamples.add(counterExample(check, broken, evidence));
            } else if (finding instanceof Undecided open && undecided.isEmpty()) {
                undecided = check.name() + ": " + open.why();
            } else if (finding instanceof Kept kept) {
                looked += kept.looked();
            }
        }
        if (!counterExamples.isEmpty()) {
            return new Verdict.Invalid(counterExamples);
        }
        if (evidence.history().isEmpty()) {
            return new Verdict.Unknown("The history is empty: nothing was sent.");
        }
        if (evidence.operations().stream()
                .flatMap(operation -> operation.attempts().stream())
                .noneMatch(attempt -> attempt.was(Meaning.SUCCESS))) {
            return new Verdict.Unknown("No request was answered with success, so nothing was proved."
                    + " Look at the answers in the history, and at what the plan takes for success.");
        }
        return undecided.isEmpty() ? new Verdict.Valid(looked) : new Verdict.Unknown(undecided);
    }

    /** Whether waiting may make it valid. */
    public boolean mayHeal(Verdict verdict) {
        return verdict instanceof Verdict.Invalid invalid
                && checks.stream()
                        .filter(check -> invalid.counterExamples().stream()
                                .anyMatch(example -> example.check().equals(check.name())))
                        .allMatch(Check::heals);
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
