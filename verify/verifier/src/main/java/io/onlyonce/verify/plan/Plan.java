package io.onlyonce.verify.plan;

import io.onlyonce.verify.check.Expectation;
import io.onlyonce.verify.check.Rules;
import io.onlyonce.verify.plan.Observers.StateSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run is to do and to look at.
 *
 * @param name for reports
 * @param target the service
 * @param requests by their names
 * @param data where SQL is sent to; absent if nothing is asked in SQL
 * @param observers what is looked at afterwards
 * @param workloads what clients do
 * @param faults what goes wrong meanwhile
 * @param pace how much of it, how long
 */
public record Plan(
        String name,
        Target target,
        Map<String, RequestPlan> requests,
        Optional<DataSourcePlan> data,
        Observers observers,
        List<Workload> workloads,
        Faults faults,
        Pace pace) {
    /**
     * The service under test.
     *
     * @param urls of its nodes, without a path
     * @param starts the commands that start them, one for each node or none: then somebody else has started them. A shell runs them
     * @param ready a path that answers 2xx when a node is ready; empty if a connection is enough
     * @param patience how long that may take
     */
    public record Target(List<String> urls, List<String> starts, String ready, Duration patience) {
        public Target {
            urls = List.copyOf(urls);
            starts = List.copyOf(starts);
        }
    }

    /** A database, by JDBC. */
    public record DataSourcePlan(String url, String user, String password) {
        @Override
        public String toString() {
            return url;
        }
    }

    /**
     * How much and how long.
     *
     * @param rounds how often the workloads are gone through, each time with other numbers
     * @param concurrency how many of their scripts run at once
     * @param settle how long an operation is repeated until it has a final answer
     * @param quiet how long the data may take to come to rest afterwards, at most
     * @param timeout how long an answer is waited for, where the workload says nothing else
     * @param linger how long the data are looked at, at least, after the last request of whose outcome nobody knows and the last thing that was done to a node: it may take effect
     *     late
     */
    public record Pace(
            int rounds, int concurrency, Duration settle, Duration quiet, Duration timeout, Duration linger) {
        public static final Pace STANDARD = new Pace(
                1, 8, Duration.ofSeconds(30), Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(2));
    }

    public Plan {
        requests = Map.copyOf(requests);
        workloads = List.copyOf(workloads);
    }

    /** The same at another pace. */
    public Plan with(Pace other) {
        return new Plan(name, target, requests, data, observers, workloads, faults, other);
    }

    /** What the checks hold the service to. */
    public Rules rules() {
        Set<String> tested = workloads.stream()
                .flatMap(workload -> workload.requests().stream())
                .collect(Collectors.toSet());
        return new Rules(
                requests.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> {
                    Expectation expectation = entry.getValue().expectation();
                    return tested.contains(entry.getKey()) ? expectation : expectation.preparing();
                })),
                observers.states().map(StateSource::states),
                pace.settle());
    }
}
