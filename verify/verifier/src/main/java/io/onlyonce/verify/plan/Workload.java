package io.onlyonce.verify.plan;

import java.time.Duration;
import java.util.List;

/** What clients do. Each knows how many operations of its kind a round has. */
public sealed interface Workload {
    int operations();

    /** The names of the requests that its clients send for their own sake. */
    List<String> requests();

    /** Copies of one request leave at a barrier. */
    record Burst(String request, int operations, int copies) implements Workload {
        /** So many connections a client has at once; more copies would wait for one another. */
        public static final int MOST_COPIES = 1000;

        @Override
        public List<String> requests() {
            return List.of(request);
        }
    }

    /** An impatient client gives up waiting and sends again, while the service may still be at work. */
    record Retries(String request, int operations, int attempts, Duration timeout) implements Workload {
        @Override
        public List<String> requests() {
            return List.of(request);
        }
    }

    /** The same request again and again, each after the answer to the one before. */
    record Replays(String request, int operations, int times) implements Workload {
        @Override
        public List<String> requests() {
            return List.of(request);
        }
    }

    /** A key comes again with another payload: after the first one's answer, and at the same time. */
    record Reuse(String request, int operations) implements Workload {
        @Override
        public List<String> requests() {
            return List.of(request);
        }
    }

    /** Two users choose the same key: one after the other, and at the same time. */
    record Users(String request, int operations) implements Workload {
        @Override
        public List<String> requests() {
            return List.of(request);
        }
    }

    /** Events about one thing, each several times, all at a barrier in small groups and in any order. */
    record Events(List<String> requests, int operations, int copies) implements Workload {
        public Events {
            requests = List.copyOf(requests);
        }
    }

    /** Messages or callbacks, each delivered so often, in an order that mixes them all, again until acknowledged. */
    record Deliveries(List<String> requests, int operations, int least, int most) implements Workload {
        public Deliveries {
            requests = List.copyOf(requests);
        }
    }
}
