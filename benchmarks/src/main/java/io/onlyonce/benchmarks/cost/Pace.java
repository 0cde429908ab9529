package io.onlyonce.benchmarks.cost;

import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** How long is measured. */
public final class Pace {
    private static final double MILLIS = 1000;

    @Option(names = "--rounds", defaultValue = "7", description = "Rounds of each comparison")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "2", description = "Seconds of each contestant in a round")
    private double seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "3",
            description = "Seconds of each contestant before the first round, which do not count")
    private double warmUp;

    /**
     * Measures these in turns.
     *
     * @param designs the one that the others are compared with is the first of them
     */
    public Rounds run(Payers payers, Map<DesignType, Design> designs) throws Exception {
        return Rounds.run(payers, designs, rounds, duration(warmUp), duration(seconds));
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(seconds * MILLIS));
    }

    /** The same for another command. */
    public List<String> arguments() {
        return List.of("--rounds=" + rounds, "--seconds=" + seconds, "--warm-up=" + warmUp);
    }

    @Override
    public String toString() {
        return rounds + " rounds of " + seconds + " s";
    }
}
