package io.onlyonce.verify.run;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.Template;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One run of a plan, from the start of the service to the verdict. */
public final class Verification {
    private static final long PULSE = Duration.ofMillis(200).toMillis();

    private final Plan plan;
    private final long seed;
    private final Path directory;
    private final Progress progress;
    private final Judge judge = new Judge();
    private final Recorder recorder = new Recorder();
    private final String run = "v" + Long.toString(Instant.now().toEpochMilli(), Character.MAX_RADIX);

    /**
     * What a run has shown.
     *
     * @param seed decides what is sent when, and what goes wrong
     */
    public record Result(Verdict verdict, Evidence evidence, long seed) {}

    /**
     * @param seed the same one makes the same scripts and faults
     * @param directory for the output of nodes that the run starts; it must exist
     */
    public Verification(Plan plan, long seed, Path directory, Progress progress) {
        this.plan = plan;
        this.seed = seed;
        this.directory = directory;
        this.progress = progress;
    }

    /**
     * Runs it. A service that can't be reached, or dies, or whose data can't be read, makes the verdict unknown; what was seen is kept.
     *
     * @throws InterruptedException if this thread is interrupted; the nodes are ended then
     */
    public Result run() throws InterruptedException {
        try {
            return attempt();
        } catch (TargetException e) {
            return new Result(
                    new Verdict.Unknown(String.valueOf(e.getMessage())),
                    new Evidence(recorder.history(), Observed.nothing(), plan.rules()),
                    seed);
        }
    }

    private Result attempt() throws TargetException, InterruptedException {
        progress.stage("starting", recorder);
        try (Nodes nodes = Nodes.start(plan, directory, recorder)) {
            Rows rows = new Rows(
                    plan.data(),
                    nodes.anyUrl(),
                    run,
                    () -> recorder.history().byRef().keySet());
            List<Path> outputs =
                    nodes.processes().stream().map(NodeProcess::output).toList();
            Observatory observatory = new Observatory(plan, rows, outputs);
            for (Template statement : plan.observers().setup()) {
                rows.execute(statement);
            }
            Map<String, BigDecimal> before = observatory.balances();
            observatory.look(before); // a query that can't be run is told before anything was sent
            play(nodes, observatory, before);
            progress.stage("looking at the data", recorder);
            return settled(observatory, before);
        }
    }

    /** Goes through the rounds, but not on when a rule is broken for good. */
    private void play(Nodes nodes, Observatory observatory, Map<String, BigDecimal> before)
            throws TargetException, InterruptedException {
        Scripts scripts = new Scripts(plan, run, seed);
        try (Client client = new Client(nodes, recorder);
                Actors actors = new Actors(plan, client, scripts);
                FaultSchedule faults = new FaultSchedule(plan, nodes, recorder)) {
            faults.begin(seed);
            boolean over = false;
            for (int round = 1; round <= plan.pace().rounds() && !over; round++) {
                progress.stage("round " + round + " of " + plan.pace().rounds(), recorder);
                List<Script> all;
                synchronized (scripts) {
                    all = scripts.round();
                }
                actors.play(all);
                over = actors.stuck() || isBroken(observatory, before);
            }
            faults.end();
        } catch (IOException e) {
            throw new IllegalStateException("The HTTP client could not be closed.", e);
        }
    }

    private boolean isBroken(Observatory observatory, Map<String, BigDecimal> before) throws InterruptedException {
        try {
            Verdict verdict = judge.judge(evidence(observatory, before));
            return verdict instanceof Verdict.Invalid && !judge.mayHeal(verdict);
        } catch (TargetException e) {
            return false; // a node is down at the moment, as the plan wants it
        }
    }

    private Evidence evidence(Observatory observatory, Map<String, BigDecimal> before)
            throws TargetException, InterruptedException {
        return new Evidence(recorder.history(), observatory.look(before), plan.rules());
    }

    /** What takes effect late is waited for, until the data are at rest and say nothing wrong, or the time is over. */
    private Result settled(Observatory observatory, Map<String, BigDecimal> before)
            throws TargetException, InterruptedException {
        long end = System.nanoTime() + plan.pace().quiet().toNanos();
        Evidence evidence = evidence(observatory, before);
        Verdict verdict = judge.judge(evidence);
        boolean atRest = false;
        while (System.nanoTime() < end && (!atRest || judge.mayHeal(verdict))) {
            Thread.sleep(PULSE);
            Evidence again = evidence(observatory, before);
            atRest = again.observed().equals(evidence.observed());
            evidence = again;
            verdict = judge.judge(evidence);
        }
        return new Result(verdict, evidence, seed);
    }
}
