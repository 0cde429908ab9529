package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.check.Observed.Entry;
import io.onlyonce.verify.history.Answer.Meaning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The service's own records and its data agree: no record without an effect, no effect without a record, no claim left behind. */
final class NoOrphanRecord implements Check {
    @Override
    public String name() {
        return "no-orphan-record";
    }

    @Override
    public String promise() {
        return "Each finished record has its effect, each effect its record, and no claim was left behind.";
    }

    @Override
    public boolean heals() {
        return true;
    }

    @Override
    public Finding examine(Evidence evidence) {
        if (evidence.observed().records().isEmpty()) {
            return new Finding.Kept(0);
        }
        Map<String, List<Entry>> records =
                evidence.observed().records().orElseThrow().stream().collect(Collectors.groupingBy(Entry::key));
        List<Violation> violations = new ArrayList<>();
        int looked = 0;
        for (Operation operation : evidence.operations()) {
            if (!operation.expectation().counted()) {
                continue;
            }
            looked++;
            List<Entry> mine = records.getOrDefault(operation.identity().key(), List.of());
            boolean done = mine.stream().anyMatch(Entry::done);
            boolean refused = operation.attempts().stream().anyMatch(attempt -> attempt.was(Meaning.REFUSED));
            long effects = operation.effects();
            if (mine.stream().anyMatch(record -> !record.done())) {
                violations.add(about(operation, " has a record that still says it is at work."));
            }
            if (done && effects == 0 && !refused) {
                violations.add(about(operation, " has a record that says it is done, and no effect."));
            }
            if (!done && effects > 0) {
                violations.add(about(operation, " has taken effect, and no record says so."));
            }
        }
        return Finding.of(looked, violations);
    }

    private static Violation about(Operation operation, String what) {
        return Violation.seen(operation.identity() + what, operation.attempts());
    }
}
