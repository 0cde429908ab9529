package io.onlyonce.verify.check;

import java.util.List;

/** What the plan says never to be found in the data was not found. */
final class Invariants implements Check {
    private static final int SHOWN = 10;

    @Override
    public String name() {
        return "invariants";
    }

    @Override
    public String promise() {
        return "The plan's own rules about the data hold.";
    }

    @Override
    public boolean heals() {
        return true;
    }

    @Override
    public Finding examine(Evidence evidence) {
        List<Violation> violations = evidence.observed().breaches().stream()
                .filter(breach -> !breach.rows().isEmpty())
                .map(breach -> Violation.found(
                        "%s: %d rows that must not be there."
                                .formatted(breach.invariant(), breach.rows().size()),
                        breach.rows().stream().limit(SHOWN).toList()))
                .toList();
        return Finding.of(evidence.observed().breaches().size(), violations);
    }
}
