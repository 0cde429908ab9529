package io.onlyonce.verify.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What goes wrong during a run.
 *
 * @param connections which share of the requests meets which fault, from 0 to 1
 * @param latency how long a delayed answer is held back
 * @param blows what happens to the service from time to time
 */
public record Faults(Map<Connection, Double> connections, Duration latency, List<Blow> blows) {
    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(Map.of(), Duration.ofMillis(200), List.of());

    /** A fault of one request's connection. */
    public enum Connection {
        /** It is cut before the service has the whole request. */
        CUT_BEFORE("cut-before"),
        /** It is cut when the service has the request and has not answered. */
        CUT_AFTER("cut-after"),
        /** It is cut in the middle of the answer. */
        CUT_ANSWER("cut-answer"),
        /** The answer is late. */
        LATE("late");

        private final String word;

        Connection(String word) {
            this.word = word;
        }

        /** As plans and reports write it. */
        public String word() {
            return word;
        }
    }

    /** Something that is done to the service, at random moments. */
    public sealed interface Blow {
        /** How long it is from one to the next, on average. */
        Duration every();

        /** A node is killed and started again. */
        record Kill(Duration every) implements Blow {}

        /** A node is stopped for so long, as by a long garbage collection. */
        record Pause(Duration every, Duration length) implements Blow {}

        /** A command is run, to restart a store for instance. */
        record Command(Duration every, String command) implements Blow {}
    }

    public Faults {
        connections = Map.copyOf(connections);
        blows = List.copyOf(blows);
    }
}
