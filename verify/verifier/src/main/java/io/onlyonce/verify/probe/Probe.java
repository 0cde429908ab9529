package io.onlyonce.verify.probe;

import io.onlyonce.verify.check.Expectation.Refusals;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.plan.Faults;
import io.onlyonce.verify.plan.Observers;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.Plan.Pace;
import io.onlyonce.verify.plan.Plan.Target;
import io.onlyonce.verify.plan.RequestBuilder;
import io.onlyonce.verify.plan.RequestPlan;
import io.onlyonce.verify.plan.Template;
import io.onlyonce.verify.plan.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One request, many times: all at once, then one after the other, and with another payload under the same key if the body can be another one.
 *
 * @param url with its path; the host may have no port
 * @param keyHeader empty if the request has no key
 * @param copies how many are sent at once
 * @param operations how often that is done, each time with other numbers
 * @param ignored JSON pointers to members of the answers that may differ
 */
public record Probe(
        String url,
        String method,
        Map<String, String> headers,
        String body,
        String keyHeader,
        int copies,
        int operations,
        Same same,
        List<String> ignored) {
    private static final Pattern URL = Pattern.compile("(https?)://(\\[[^]]+]|[^/:?#]+)(?::(\\d{1,5}))?([/?].*)?");
    private static final String NAME = "request";
    private static final int REPLAYS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Pace PACE =
            new Pace(1, 8, Duration.ofSeconds(15), Duration.ZERO, Duration.ofSeconds(10), Duration.ZERO);

    /**
     * @throws IllegalArgumentException if the URL is none, a number is not positive or too high, a variable is unknown, or a pointer is none; the message says what to do
     */
    public Probe {
        headers = Map.copyOf(headers);
        ignored = List.copyOf(ignored);
        if (!URL.matcher(url).matches()) {
            throw new IllegalArgumentException(ProbeTexts.url(url));
        }
        if (copies < 1 || operations < 1) {
            throw new IllegalArgumentException(ProbeTexts.number(Math.min(copies, operations)));
        }
        if (copies > Workload.Burst.MOST_COPIES) {
            throw new IllegalArgumentException(ProbeTexts.copies(copies, Workload.Burst.MOST_COPIES));
        }
        new RequestBuilder(method, "/").ignore(ignored);
        List<String> texts = new ArrayList<>(headers.values());
        texts.addAll(List.of(url, body));
        for (String text : texts) {
            for (String variable : Template.of(text).variables()) {
                if (!RequestPlan.GIVEN.contains(variable)) {
                    throw new IllegalArgumentException(ProbeTexts.variable(variable, new TreeSet<>(RequestPlan.GIVEN)));
                }
            }
        }
    }

    /** What is to be done. Nothing is looked at but the answers. */
    public Plan plan() {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalStateException("The URL was looked at before.");
        }
        String port = Optional.ofNullable(parts.group(3)).orElse(parts.group(1).equals("https") ? "443" : "80");
        String base = parts.group(1) + "://" + parts.group(2) + ":" + port;
        String path = Optional.ofNullable(parts.group(4)).orElse("/");
        List<Workload> workloads = new ArrayList<>();
        workloads.add(new Workload.Burst(NAME, operations, copies));
        workloads.add(new Workload.Replays(NAME, operations, REPLAYS));
        if (triesReuse()) {
            workloads.add(new Workload.Reuse(NAME, 2 * operations));
        }
        return new Plan(
                "probe of " + method + " " + url,
                new Target(List.of(base), List.of(), "", PATIENCE),
                Map.of(NAME, request(path.startsWith("/") ? path : "/" + path).build()),
                Optional.empty(),
                Observers.NONE,
                workloads,
                Faults.NONE,
                PACE);
    }

    private RequestBuilder request(String path) {
        RequestBuilder request = new RequestBuilder(method, path)
                .body(body)
                .ignore(ignored)
                .same(same)
                .refusals(Refusals.FRESH);
        headers.forEach(request::header);
        if (!keyHeader.isEmpty()) {
            request.key(keyHeader);
        }
        if (!body.isEmpty() && headers.keySet().stream().noneMatch("content-type"::equalsIgnoreCase)) {
            request.header(
                    "Content-Type", body.startsWith("{") || body.startsWith("[") ? "application/json" : "text/plain");
        }
        return request;
    }

    private boolean triesReuse() {
        return !keyHeader.isEmpty() && request("/").build().varies();
    }

    /** What it can't tell, however the answers are. */
    public List<String> limits() {
        List<String> limits = new ArrayList<>(List.of(ProbeTexts.effects()));
        if (keyHeader.isEmpty()) {
            limits.add(ProbeTexts.noKey());
        } else if (!triesReuse()) {
            limits.add(ProbeTexts.noReuse());
        }
        if (Template.of(url + body + headers.values()).variables().isEmpty() && keyHeader.isEmpty()) {
            limits.add(ProbeTexts.oneOperation());
        }
        return limits;
    }
}
