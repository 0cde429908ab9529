package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.run.Verification.Result;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * All that there is to tell of a run.
 *
 * @param plan its name
 * @param duration from the first start to the verdict
 */
public record Report(String plan, Duration duration, Result result) {
    public Verdict verdict() {
        return result.verdict();
    }

    public History history() {
        return result.evidence().history();
    }

    /**
     * Why the run did not come to its end, if it did not. Its data were not looked at then, so that no check is put to them.
     */
    public Optional<String> stopped() {
        if (verdict() instanceof Verdict.Unknown unknown
                && !new Judge().judge(result.evidence()).equals(unknown)) {
            return Optional.of(unknown.why());
        }
        return Optional.empty();
    }

    /** What each check says by its name, the weightiest first; nothing if the run did not come to its end. */
    public Map<String, Finding> findings() {
        return stopped().isPresent() ? Map.of() : new Judge().findings(result.evidence());
    }
}
