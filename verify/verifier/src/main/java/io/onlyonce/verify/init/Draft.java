package io.onlyonce.verify.init;

import io.onlyonce.verify.plan.RequestPlan;
import java.util.List;

/**
 * What is known of a service when its first plan is written.
 *
 * @param url where it listens
 * @param requests that are to take effect once
 * @param jdbcUrl its database; empty if nobody is to look into it
 */
public record Draft(String url, List<Request> requests, String jdbcUrl) {
    /**
     * One request.
     *
     * @param name in the plan
     * @param path a template
     * @param keyHeader the header that carries the key
     * @param body a template; empty if there is none
     * @param effects a query for number and count; empty if it is not known
     * @param notes what a person has to look at, a line each
     */
    public record Request(
            String name,
            String method,
            String path,
            String keyHeader,
            String body,
            String effects,
            List<String> notes) {
        public Request {
            notes = List.copyOf(notes);
        }

        /** Whether one operation's payload differs from another's. */
        boolean varies() {
            return RequestPlan.OWN.stream().anyMatch(variable -> (path + body).contains("${" + variable + "}"));
        }
    }

    public Draft {
        requests = List.copyOf(requests);
    }
}
