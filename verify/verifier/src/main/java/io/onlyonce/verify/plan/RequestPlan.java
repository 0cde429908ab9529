package io.onlyonce.verify.plan;

import io.onlyonce.verify.check.Expectation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A request as a template. In its texts {@code ${ref}} is the operation's own number, {@code ${key}} its key, {@code ${user}} its user, {@code ${run}} what all numbers of a run
 * begin with, {@code ${n}} a small number; a captured value stands under the name of its need: {@code ${order.orderId}}.
 *
 * @param method HTTP's
 * @param path with its query
 * @param headers the key's among them, if it is sent in one
 * @param body empty if there is none
 * @param identity what the operation is known by: the key, or the number that stands for it
 * @param scope whose identity it is
 * @param ref the number that its effects are counted by
 * @param needs requests that are to succeed first, by the name under which their answers are kept
 * @param choices variables of which each operation gets one value at random
 * @param answers what its answers mean
 * @param compared what of its answers is compared
 * @param expectation what it is held to
 * @param effects where its effects are counted: rows of a number and a count
 * @param signing how it is signed, if it is a provider's callback
 */
public record RequestPlan(
        String method,
        Template path,
        Map<String, Template> headers,
        Template body,
        Template identity,
        Template scope,
        Template ref,
        Map<String, String> needs,
        Map<String, List<String>> choices,
        Answers answers,
        Compared compared,
        Expectation expectation,
        Optional<Source> effects,
        Optional<Signing> signing) {
    /** What the run itself gives values for. */
    public static final Set<String> GIVEN = Set.of("ref", "key", "user", "run", "n", "now");

    /** Those of them that make one operation's payload differ from another's. */
    public static final Set<String> OWN = Set.of("ref", "n");

    /**
     * What is compared of answers, beside the status.
     *
     * @param headers lower-case names
     * @param ignored JSON pointers to members that may differ
     */
    public record Compared(List<String> headers, List<String> ignored) {
        /** Where it is and what it is, and the whole body. */
        public static final Compared STANDARD = new Compared(List.of("content-type", "location"), List.of());

        public Compared {
            headers = List.copyOf(headers);
            ignored = List.copyOf(ignored);
        }
    }

    public RequestPlan {
        headers = Map.copyOf(headers);
        needs = Map.copyOf(needs);
        choices = Map.copyOf(choices);
    }

    /** Whether the service gets to know the value of this variable. */
    public boolean sends(String variable) {
        return Stream.concat(Stream.of(path, body), headers.values().stream())
                .anyMatch(template -> template.variables().contains(variable));
    }

    /** Whether one operation's payload differs from another's. */
    public boolean varies() {
        return Stream.of(path, body).anyMatch(template -> !Collections.disjoint(template.variables(), OWN));
    }
}
