package io.onlyonce.verify.check;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a plan holds a service to.
 *
 * @param requests by their names, those among them that prepare others; a request that is not here is not judged
 * @param states the legal transitions, if states are looked at
 * @param settle how long an operation may be repeated without a final answer
 */
public record Rules(Map<String, Expectation> requests, Optional<States> states, Duration settle) {
    /**
     * Legal ways through the states of an entity.
     *
     * @param initial where a path begins
     * @param legal from each state to these
     */
    public record States(Set<String> initial, Map<String, Set<String>> legal) {
        public States {
            initial = Set.copyOf(initial);
            legal = Map.copyOf(legal);
        }
    }

    public Rules {
        requests = Map.copyOf(requests);
    }

    /** What answers alone can be held to, where nobody could look at the data. */
    public Rules ofAnswers() {
        return new Rules(
                requests.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().uncounted())),
                Optional.empty(),
                settle);
    }
}
