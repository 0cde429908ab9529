package io.onlyonce.verify.run;

import io.onlyonce.verify.plan.Faults;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What some clients do together: one phase after the other, all requests of a phase at once.
 *
 * @param intents the operations that it is about
 * @param phases each of requests that leave at a barrier
 */
record Script(List<Intent> intents, List<List<Send>> phases) {
    Script {
        intents = List.copyOf(intents);
        phases = phases.stream().map(List::copyOf).toList();
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
