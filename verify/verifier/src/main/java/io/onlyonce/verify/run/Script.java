package io.onlyonce.verify.run;

import io.onlyonce.verify.plan.Faults;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What some clients do together: one phase after the other, all requests of a phase at once.
 *
 * @param intents the operations that it is about
 * @param needed the operations that prepare these, by their needs: each is asked for once
 * @param phases each of requests that leave at a barrier
 */
record Script(List<Intent> intents, SortedMap<Need, Intent> needed, List<List<Send>> phases) {
    Script {
        intents = List.copyOf(intents);
        phases = phases.stream().map(List::copyOf).toList();
    }

    /** A request that is to succeed first, and the name under which its answer is kept. */
    record Need(String name, String request) implements Comparable<Need> {
        /** Of an operation, in an order that is always the same. */
        static List<Need> of(Intent intent) {
            return intent.request().needs().entrySet().stream()
                    .map(need -> new Need(need.getKey(), need.getValue()))
                    .sorted()
                    .toList();
        }

        @Override
        public int compareTo(Need other) {
            return Comparator.comparing(Need::name).thenComparing(Need::request).compare(this, other);
        }
    }

    /**
     * One request.
     *
     * @param intent the index of its operation
     * @param timeout how long its client waits
     * @param fault what its connection meets
     */
    record Send(int intent, Duration timeout, Optional<Faults.Connection> fault) {}
}
