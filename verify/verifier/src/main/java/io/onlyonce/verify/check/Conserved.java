package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Observed.Balance;
import java.util.ArrayList;
import java.util.List;

/** Money and stock move, they neither appear nor vanish. */
final class Conserved implements Check {
    @Override
    public String name() {
        return "conserved";
    }

    @Override
    public String promise() {
        return "Every sum that must not change is what it was: money, stock.";
    }

    @Override
    public boolean heals() {
        return true;
    }

    @Override
    public Finding examine(Evidence evidence) {
        List<Violation> violations = new ArrayList<>();
        for (Balance balance : evidence.observed().balances()) {
            if (balance.before().compareTo(balance.after()) != 0) {
                violations.add(Violation.found(
                        "%s was %s before and is %s now: %s %s."
                                .formatted(
                                        balance.name(),
                                        balance.before().toPlainString(),
                                        balance.after().toPlainString(),
                                        balance.after()
                                                .subtract(balance.before())
                                                .abs()
                                                .toPlainString(),
                                        balance.after().compareTo(balance.before()) > 0
                                                ? "came out of nothing"
                                                : "has vanished"),
                        List.of()));
            }
        }
        return Finding.of(evidence.observed().balances().size(), violations);
    }
}
