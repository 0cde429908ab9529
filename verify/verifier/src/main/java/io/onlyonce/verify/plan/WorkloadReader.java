package io.onlyonce.verify.plan;

import io.onlyonce.verify.plan.Entry.Fields;
import io.onlyonce.verify.plan.Workload.Burst;
import io.onlyonce.verify.plan.Workload.Deliveries;
import io.onlyonce.verify.plan.Workload.Events;
import io.onlyonce.verify.plan.Workload.Replays;
import io.onlyonce.verify.plan.Workload.Retries;
import io.onlyonce.verify.plan.Workload.Reuse;
import io.onlyonce.verify.plan.Workload.Users;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one workload of a plan. Its kind is the one of its names that is a kind's. */
final class WorkloadReader {
    private static final List<String> KINDS =
            List.of("burst", "retries", "replays", "reuse", "users", "events", "deliveries");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,3})(?:-(\\d{1,3}))?");
    private static final Duration IMPATIENCE = Duration.ofMillis(100);

    private final Entry entry;
    private final Map<String, RequestPlan> requests;

    private WorkloadReader(Entry entry, Map<String, RequestPlan> requests) {
        this.entry = entry;
        this.requests = requests;
    }

    static Workload read(Entry entry, Map<String, RequestPlan> requests) {
        String kind = KINDS.stream()
                .filter(entry.entries()::containsKey)
                .findFirst()
                .orElseThrow(() -> entry.wrong(PlanTexts.kind(KINDS)));
        return new WorkloadReader(entry, requests).read(kind);
    }

    private Workload read(String kind) {
        return switch (kind) {
            case "burst" -> {
                Fields fields = entry.fields(kind, "operations", "copies");
                yield new Burst(request(fields, kind), operations(fields), copies(fields));
            }
            case "retries" -> {
                Fields fields = entry.fields(kind, "operations", "attempts", "timeout");
                yield new Retries(
                        request(fields, kind),
                        operations(fields),
                        number(fields, "attempts", 4),
                        fields.find("timeout").map(Entry::duration).orElse(IMPATIENCE));
            }
            case "replays" -> {
                Fields fields = entry.fields(kind, "operations", "times");
                yield new Replays(request(fields, kind), operations(fields), number(fields, "times", 3));
            }
            case "reuse" -> {
                Fields fields = entry.fields(kind, "operations");
                yield new Reuse(reused(fields, kind), operations(fields));
            }
            case "users" -> {
                Fields fields = entry.fields(kind, "operations");
                yield new Users(personal(fields, kind), operations(fields));
            }
            case "events" -> {
                Fields fields = entry.fields(kind, "operations", "copies");
                yield new Events(several(fields, kind), operations(fields), number(fields, "copies", 2));
            }
            default -> {
                Fields fields = entry.fields(kind, "operations", "copies");
                int[] range = range(fields);
                yield new Deliveries(several(fields, kind), operations(fields), range[0], range[1]);
            }
        };
    }

    private static int operations(Fields fields) {
        return number(fields, "operations", 10);
    }

    private static int number(Fields fields, String name, int standard) {
        return fields.find(name).map(found -> found.number(1)).orElse(standard);
    }

    private static int copies(Fields fields) {
        return fields.find("copies")
                .map(found -> found.number(1, Burst.MOST_COPIES))
                .orElse(50);
    }

    private String request(Fields fields, String kind) {
        return known(fields.need(kind, "a request's name"));
    }

    private List<String> several(Fields fields, String kind) {
        Entry names = fields.need(kind, "names of requests");
        return names.isText()
                ? List.of(known(names))
                : names.filled().stream().map(this::known).toList();
    }

    private String known(Entry name) {
        if (!requests.containsKey(name.text())) {
            throw name.wrong(PlanTexts.unknownRequest(name.text(), requests.keySet()));
        }
        return name.text();
    }

    /** A request whose key can come again with another payload: the service sees the key, knows the operation by it, and can tell payloads apart. */
    private String reused(Fields fields, String kind) {
        String name = request(fields, kind);
        RequestPlan request = requests.get(name);
        if (request != null && !request.varies()) {
            throw entry.wrong(PlanTexts.samePayload(name));
        }
        if (request != null
                && !(request.sends("key") && request.identity().variables().contains("key"))) {
            throw entry.wrong(PlanTexts.noKey(name));
        }
        return name;
    }

    /** A request that tells the service whose it is. */
    private String personal(Fields fields, String kind) {
        String name = request(fields, kind);
        RequestPlan request = requests.get(name);
        if (request != null && !request.sends("user")) {
            throw entry.wrong(PlanTexts.noUser(name));
        }
        return name;
    }

    private static int[] range(Fields fields) {
        return fields.find("copies")
                .map(found -> {
                    Matcher matcher = RANGE.matcher(found.text());
                    if (matcher.matches()) {
                        int least = Integer.parseInt(matcher.group(1));
                        int most = matcher.group(2) == null ? least : Integer.parseInt(matcher.group(2));
                        if (least >= 1 && most >= least) {
                            return new int[] {least, most};
                        }
                    }
                    throw found.wrong(PlanTexts.value("copies", found.text(), "a number or a range, like 1-5"));
                })
                .orElse(new int[] {1, 5});
    }
}
