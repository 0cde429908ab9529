package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.run.Verification.Result;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** All that there is to tell of a run. The checks are put to the evidence once, when it is made; whoever reads it only reads. Immutable. */
public final class Report {
    private final String plan;
    private final Duration duration;
    private final Result result;
    private final Optional<String> stopped;
    private final Map<String, Finding> findings;

    /**
     * @param plan its name
     * @param duration from the first start to the verdict
     */
    public Report(String plan, Duration duration, Result result) {
        this.plan = plan;
        this.duration = duration;
        this.result = result;
        Judge judge = new Judge();
        this.stopped = result.verdict() instanceof Verdict.Unknown unknown
                        && !judge.judge(result.evidence()).equals(unknown)
                ? Optional.of(unknown.why())
                : Optional.empty();
        this.findings = stopped.isPresent()
                ? Map.of()
                : Collections.unmodifiableMap(judge.findings(result.evidence())); // their order is kept
    }

    /** The plan's name. */
    public String plan() {
        return plan;
    }

    /** From the first start to the verdict. */
    public Duration duration() {
        return duration;
    }

    public Result result() {
        return result;
    }

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
        return stopped;
    }

    /** What each check says by its name, the weightiest first; nothing if the run did not come to its end. */
    public Map<String, Finding> findings() {
        return findings;
    }
}
