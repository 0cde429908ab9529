package io.onlyonce.verify.run;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Judge.Standing;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Plan;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at the data between rounds and at the end, and knows when enough was seen. Not thread-safe. */
final class Inspection {
    private static final Duration PULSE = Duration.ofMillis(200);
    /** Of the time of a run, one part in so many may go into looking between rounds. */
    private static final int SHARE = 5;

    private final Plan plan;
    private final Judge judge;
    private final Recorder recorder;
    private final Observatory observatory;
    private final Map<String, BigDecimal> before;

    private @Nullable Evidence broken;
    private long next = Long.MIN_VALUE;

    /**
     * Looks for the first time, so that a query that can't be run is told before anything was sent.
     *
     * @throws TargetException also if the data are wrong already: this run could not be told from what did that
     */
    Inspection(Plan plan, Judge judge, Recorder recorder, Observatory observatory)
            throws TargetException, InterruptedException {
        this.plan = plan;
        this.judge = judge;
        this.recorder = recorder;
        this.observatory = observatory;
        before = observatory.balances();
        Evidence untouched = new Evidence(History.of(List.of()), observatory.look(before), plan.rules());
        if (judge.judge(untouched) instanceof Verdict.Invalid invalid) {
            throw new TargetException(
                    RunTexts.dirty(invalid.counterExamples().get(0).what()));
        }
    }

    /** Whether a rule is broken for good. It is not looked each time when a look takes long. */
    boolean isBroken() throws InterruptedException {
        long begin = recorder.now();
        if (begin < next) {
            return false;
        }
        try {
            Evidence evidence = evidence(observatory.look(before));
            if (judge.standing(evidence) == Standing.BROKEN) {
                broken = evidence;
                return true;
            }
        } catch (TargetException e) {
            return false; // a node is down at the moment, as the plan wants it
        }
        next = recorder.now() + SHARE * (recorder.now() - begin);
        return false;
    }

    /** What showed that a rule is broken for good, if anything did. */
    Optional<Evidence> broken() {
        return Optional.ofNullable(broken);
    }

    /**
     * What takes effect late is waited for: until the data are at rest and say nothing wrong, or the time for that is over; but for the lingering time at least where something
     * may still be under way.
     */
    Evidence settled() throws TargetException, InterruptedException {
        History history = recorder.history();
        long enough = lingering(history);
        long end = Math.max(enough, recorder.now() + plan.pace().quiet().toNanos());
        Evidence evidence = new Evidence(history, observatory.look(before), plan.rules());
        Standing standing = judge.standing(evidence);
        boolean atRest = false;
        while (recorder.now() < end
                && !(atRest && standing == Standing.BROKEN)
                && !(atRest && standing == Standing.RIGHT && recorder.now() >= enough)) {
            Thread.sleep(PULSE.toMillis());
            Observed now = observatory.look(before);
            atRest = now.equals(evidence.observed());
            if (!atRest) {
                evidence = new Evidence(history, now, plan.rules());
                standing = judge.standing(evidence);
            }
        }
        return evidence;
    }

    /** Until when something may be under way: after the last request of whose outcome nobody knows, and the last thing that was done to a node. */
    private long lingering(History history) {
        long last = Long.MIN_VALUE;
        for (Attempt attempt : history.attempts()) {
            if (attempt.isUnknown()) {
                last = Math.max(
                        last,
                        attempt.end() == null ? recorder.now() : attempt.end().at());
            }
        }
        for (Event event : history.events()) {
            if (event instanceof Event.Noted noted) {
                last = Math.max(last, noted.at());
            }
        }
        return last == Long.MIN_VALUE ? last : last + plan.pace().linger().toNanos();
    }

    private Evidence evidence(Observed observed) {
        return new Evidence(recorder.history(), observed, plan.rules());
    }
}
