package io.onlyonce.verify.run;

import io.onlyonce.verify.plan.Faults;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.RequestPlan;
import io.onlyonce.verify.plan.Workload;
import io.onlyonce.verify.plan.Workload.Burst;
import io.onlyonce.verify.plan.Workload.Deliveries;
import io.onlyonce.verify.plan.Workload.Events;
import io.onlyonce.verify.plan.Workload.Replays;
import io.onlyonce.verify.plan.Workload.Retries;
import io.onlyonce.verify.plan.Workload.Reuse;
import io.onlyonce.verify.plan.Workload.Users;
import io.onlyonce.verify.run.Script.Need;
import io.onlyonce.verify.run.Script.Send;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Makes the scripts of a round out of a plan: the same ones for the same seed. */
final class Scripts {
    private static final int GROUP = 6;

    private final Plan plan;
    private final String run;
    private final Random random;
    private int number;

    /**
     * @param run what all numbers of the run begin with, unique among runs on the same data
     */
    Scripts(Plan plan, String run, long seed) {
        this.plan = plan;
        this.run = run;
        this.random = new Random(seed);
    }

    /** A round's scripts, in the order in which they are to begin. */
    List<Script> round() {
        List<Script> scripts = new ArrayList<>();
        for (Workload workload : plan.workloads()) {
            if (workload instanceof Deliveries deliveries) {
                scripts.add(deliveries(deliveries));
                continue;
            }
            for (int operation = 0; operation < workload.operations(); operation++) {
                scripts.add(script(workload, operation));
            }
        }
        Collections.shuffle(scripts, random);
        return scripts;
    }

    private Script script(Workload workload, int operation) {
        Duration patience = plan.pace().timeout();
        if (workload instanceof Burst burst) {
            return script(
                    List.of(intent(burst.request())), List.of(sends(Collections.nCopies(burst.copies(), 0), patience)));
        } else if (workload instanceof Retries retries) {
            return script(
                    List.of(intent(retries.request())),
                    Collections.nCopies(retries.attempts(), 0).stream()
                            .map(zero -> sends(List.of(zero), retries.timeout()))
                            .toList());
        } else if (workload instanceof Replays replays) {
            return script(
                    List.of(intent(replays.request())),
                    Collections.nCopies(replays.times() + 1, 0).stream()
                            .map(zero -> sends(List.of(zero), patience))
                            .toList());
        } else if (workload instanceof Reuse reuse) {
            Intent first = intent(reuse.request());
            Intent other = intent(reuse.request()).with(Map.of("key", key(first), "user", user(first)));
            return pair(first, other, operation);
        } else if (workload instanceof Users users) {
            Intent first = intent(users.request());
            return pair(first, intent(users.request()).with(Map.of("key", key(first))), operation);
        } else if (workload instanceof Events events) {
            return events(events);
        }
        throw new IllegalStateException("Deliveries make one script together.");
    }

    /** What the operations need is drawn here, in their order, and not when it is asked for: threads come in any order. */
    private Script script(List<Intent> intents, List<List<Send>> phases) {
        SortedMap<Need, Intent> needed = new TreeMap<>();
        intents.forEach(intent -> need(intent, needed));
        return new Script(intents, needed, phases);
    }

    private void need(Intent intent, SortedMap<Need, Intent> needed) {
        for (Need need : Need.of(intent)) {
            if (!needed.containsKey(need)) {
                Intent first = intent(need.request());
                needed.put(need, first);
                need(first, needed);
            }
        }
    }

    /** Every other time one after the other, and every other time at once; then both again. */
    private Script pair(Intent first, Intent other, int operation) {
        Duration patience = plan.pace().timeout();
        List<List<Send>> phases = new ArrayList<>();
        if (operation % 2 == 0) {
            phases.add(sends(List.of(0), patience));
            phases.add(sends(List.of(1), patience));
        } else {
            phases.add(sends(List.of(0, 1), patience));
        }
        phases.add(sends(List.of(0, 1), patience));
        return script(List.of(first, other), phases);
    }

    private Script events(Events events) {
        List<Intent> intents = events.requests().stream().map(this::intent).toList();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < intents.size(); i++) {
            order.addAll(Collections.nCopies(events.copies(), i));
        }
        return script(intents, inGroups(order));
    }

    private Script deliveries(Deliveries deliveries) {
        List<Intent> intents = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int operation = 0; operation < deliveries.operations(); operation++) {
            for (String request : deliveries.requests()) {
                int copies = deliveries.least() + random.nextInt(deliveries.most() - deliveries.least() + 1);
                order.addAll(Collections.nCopies(copies, intents.size()));
                intents.add(intent(request));
            }
        }
        return script(intents, inGroups(order));
    }

    /** In a random order, in groups of up to so many at once. */
    private List<List<Send>> inGroups(List<Integer> intents) {
        Collections.shuffle(intents, random);
        List<List<Send>> groups = new ArrayList<>();
        int from = 0;
        while (from < intents.size()) {
            int to = Math.min(intents.size(), from + 1 + random.nextInt(GROUP));
            groups.add(sends(intents.subList(from, to), plan.pace().timeout()));
            from = to;
        }
        return groups;
    }

    private List<Send> sends(List<Integer> intents, Duration timeout) {
        return intents.stream()
                .map(intent -> new Send(intent, timeout, fault()))
                .toList();
    }

    private Optional<Faults.Connection> fault() {
        double drawn = random.nextDouble();
        for (var share : new TreeMap<>(plan.faults().connections()).entrySet()) {
            drawn -= share.getValue();
            if (drawn < 0) {
                return Optional.of(share.getKey());
            }
        }
        return Optional.empty();
    }

    /** A new operation of this request. */
    private Intent intent(String name) {
        RequestPlan request = plan.requests().get(name);
        if (request == null) {
            throw new IllegalStateException("The plan was read with a request \"" + name + "\".");
        }
        number++;
        String ref = run + "-" + number;
        Map<String, String> values = new HashMap<>();
        values.put("run", run);
        values.put("n", Integer.toString(number));
        values.put("ref", ref);
        values.put(
                "key",
                UUID.nameUUIDFromBytes(ref.getBytes(StandardCharsets.UTF_8)).toString());
        values.put("user", run + "-u" + number);
        values.put("now", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        new TreeMap<>(request.choices())
                .forEach((variable, choices) -> values.put(variable, choices.get(random.nextInt(choices.size()))));
        return new Intent(name, request, values);
    }

    private static String key(Intent intent) {
        return intent.values().getOrDefault("key", "");
    }

    private static String user(Intent intent) {
        return intent.values().getOrDefault("user", "");
    }
}
