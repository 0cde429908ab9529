package io.onlyonce.verify.run;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.Template;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** One run of a plan, from the start of the service to the verdict. */
public final class Verification {
    private static final int RANDOM = Character.MAX_RADIX * Character.MAX_RADIX * Character.MAX_RADIX;

    private final Plan plan;
    private final long seed;
    private final Path directory;
    private final Progress progress;
    private final Judge judge = new Judge();
    private final Recorder recorder = new Recorder();
    private final String run = prefix();

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

    /** Two runs on the same data may begin in the same millisecond: the time tells them apart from older ones, chance from each other. */
    private static String prefix() {
        return "v" + Long.toString(Instant.now().toEpochMilli(), Character.MAX_RADIX)
                + Integer.toString(RANDOM + ThreadLocalRandom.current().nextInt(RANDOM), Character.MAX_RADIX);
    }

    /**
     * Runs it. A service that can't be reached, or dies, or whose data can't be read, makes the verdict unknown, unless a rule was broken for good before; what was seen is kept.
     *
     * @throws InterruptedException if this thread is interrupted; the nodes are ended then
     */
    public Result run() throws InterruptedException {
        progress.stage("starting", recorder);
        try (Nodes nodes = Nodes.start(plan, directory, recorder);
                Rows rows = new Rows(plan.data(), nodes.anyUrl(), run, recorder::refs)) {
            return attempt(nodes, rows);
        } catch (TargetException e) {
            return stopped(e);
        }
    }

    private Result attempt(Nodes nodes, Rows rows) throws TargetException, InterruptedException {
        for (Template statement : plan.observers().setup()) {
            rows.execute(statement);
        }
        List<Path> outputs = nodes.processes().stream().map(NodeProcess::output).toList();
        Inspection inspection = new Inspection(plan, judge, recorder, new Observatory(plan, rows, outputs));
        try {
            play(nodes, inspection);
            progress.stage("looking at the data", recorder);
            Evidence evidence = inspection.settled();
            return new Result(judge.judge(evidence), evidence, seed);
        } catch (TargetException e) {
            return inspection.broken().map(evidence -> proven(evidence, e)).orElseGet(() -> stopped(e));
        }
    }

    /** A rule was broken for good before the run stopped; what came in between can't be held against data that were read earlier. */
    private Result proven(Evidence broken, TargetException e) {
        History history = broken.history().with(new Event.Noted(recorder.now(), RunTexts.stopped(e.getMessage())));
        Evidence evidence = new Evidence(history, broken.observed(), broken.rules());
        return new Result(judge.judge(evidence), evidence, seed);
    }

    /** Where the data can't be looked at any more, the answers may still have broken a rule. */
    private Result stopped(TargetException e) {
        Evidence answers = new Evidence(
                recorder.history(), Observed.nothing(), plan.rules().ofAnswers());
        Verdict verdict = judge.judge(answers);
        return new Result(
                verdict instanceof Verdict.Invalid ? verdict : new Verdict.Unknown(String.valueOf(e.getMessage())),
                answers,
                seed);
    }

    /** Goes through the rounds, but not on when a rule is broken for good. */
    private void play(Nodes nodes, Inspection inspection) throws TargetException, InterruptedException {
        Scripts scripts = new Scripts(plan, run, seed);
        try (Client client = new Client(nodes, recorder);
                Actors actors = new Actors(plan, nodes, client, recorder);
                FaultSchedule faults = new FaultSchedule(plan, nodes, recorder)) {
            faults.begin(seed);
            boolean over = false;
            for (int round = 1; round <= plan.pace().rounds() && !over; round++) {
                progress.stage("round " + round + " of " + plan.pace().rounds(), recorder);
                actors.play(scripts.round(), faults::check);
                over = actors.stuck() || inspection.isBroken();
            }
            faults.end();
        } catch (IOException e) {
            throw new IllegalStateException("The HTTP client could not be closed.", e);
        }
    }
}
