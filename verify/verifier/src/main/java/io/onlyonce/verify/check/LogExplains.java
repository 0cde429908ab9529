package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.check.Observed.Decision;
import io.onlyonce.verify.check.Observed.LogLine;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The log alone tells what became of each request: at least one line for each answer, of the kind that the answer was. */
final class LogExplains implements Check {
    @Override
    public String name() {
        return "log-explains";
    }

    @Override
    public String promise() {
        return "The log says of each answered request whether it was the first, a duplicate, in progress or refused.";
    }

    @Override
    public boolean heals() {
        return true;
    }

    @Override
    public Finding examine(Evidence evidence) {
        if (evidence.observed().log().isEmpty()) {
            return new Finding.Kept(0);
        }
        if (evidence.observed().log().orElseThrow().isEmpty()) {
            return new Finding.Undecided(
                    "Not one line of the log was read. Correct observe.log: file, pattern, decisions.");
        }
        Map<String, List<LogLine>> lines =
                evidence.observed().log().orElseThrow().stream().collect(Collectors.groupingBy(LogLine::key));
        List<Violation> violations = new ArrayList<>();
        int looked = 0;
        for (Operation operation : evidence.operations()) {
            Set<String> names = new HashSet<>(operation.byRef().keySet());
            names.add(operation.identity().key());
            List<LogLine> mine = names.stream()
                    .flatMap(name -> lines.getOrDefault(name, List.of()).stream())
                    .toList();
            for (Decision decision : Decision.values()) {
                List<Attempt> answered = operation.attempts().stream()
                        .filter(attempt -> attempt.answer().stream().anyMatch(answer -> decides(answer, decision)))
                        .toList();
                looked += answered.size();
                long told = mine.stream()
                        .filter(line -> line.decision() == decision)
                        .count();
                if (told < answered.size()) {
                    violations.add(new Violation(
                            "%s got %d answers of the kind %s; the log has %d."
                                    .formatted(operation.identity(), answered.size(), decision, told),
                            answered,
                            (int) told + 1,
                            List.of()));
                }
            }
        }
        return Finding.of(looked, violations);
    }

    private static boolean decides(Answer answer, Decision decision) {
        return switch (answer.meaning()) {
            case SUCCESS -> decision == (answer.replayed() ? Decision.DUPLICATE : Decision.FIRST);
            case REFUSED -> decision == (answer.replayed() ? Decision.DUPLICATE : Decision.REFUSED);
            case MISMATCH -> decision == Decision.REFUSED;
            case IN_PROGRESS -> decision == Decision.IN_PROGRESS;
            case RETRY -> false;
        };
    }
}
