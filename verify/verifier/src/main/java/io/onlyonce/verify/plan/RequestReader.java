package io.onlyonce.verify.plan;

import io.onlyonce.verify.check.Expectation;
import io.onlyonce.verify.check.Expectation.Proof;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.plan.Answers.Sign;
import io.onlyonce.verify.plan.Entry.Fields;
import io.onlyonce.verify.plan.RequestPlan.Compared;
import io.onlyonce.verify.plan.Signing.Scheme;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads one request of a plan. */
final class RequestReader {
    private static final Pattern METHOD = Pattern.compile("[A-Z]{3,10}");
    private static final Pattern SIGN = Pattern.compile("([1-5]\\d\\d)(?: with (.+))?");

    private RequestReader() {}

    static RequestPlan read(Entry entry, boolean sql) {
        Fields fields = entry.fields(
                "method",
                "path",
                "headers",
                "body",
                "key",
                "identity",
                "user",
                "ref",
                "needs",
                "choices",
                "answers",
                "replay-header",
                "compare",
                "ignore",
                "same",
                "refusals",
                "retry-after",
                "echo",
                "expect",
                "most",
                "effects",
                "sign");
        Map<String, Template> headers = new LinkedHashMap<>();
        fields.find("headers")
                .ifPresent(found -> found.entries().forEach((name, value) -> headers.put(name, value.template())));
        fields.find("key").map(Entry::text).ifPresent(header -> headers.put(header, Template.of("${key}")));
        Optional<Source> effects = fields.find("effects").map(found -> ObserverReader.source(found, sql, 2));
        return new RequestPlan(
                method(fields.need("method", "POST or another of HTTP's")),
                path(fields.need("path", "where it goes, like /orders")),
                headers,
                fields.find("body").map(Entry::template).orElse(Template.EMPTY),
                fields.find("identity").map(Entry::template).orElse(Template.of("${key}")),
                fields.find("user").map(Entry::template).orElse(Template.of("${user}")),
                fields.find("ref").map(Entry::template).orElse(Template.of("${ref}")),
                needs(fields),
                choices(fields),
                new Answers(
                        fields.find("answers").map(RequestReader::signs).orElse(List.of()),
                        fields.find("replay-header")
                                .map(found -> found.text().toLowerCase(Locale.ROOT))
                                .orElse(Answers.STANDARD.replayHeader())),
                compared(fields),
                expectation(fields, effects.isPresent()),
                effects,
                fields.find("sign").map(RequestReader::signing));
    }

    private static Signing signing(Entry entry) {
        Fields fields = entry.fields("scheme", "secret", "id", "header");
        Scheme scheme = fields.need("scheme", "one of standard-webhooks, stripe, hmac-sha256")
                .one(Scheme.class);
        return new Signing(
                scheme,
                secret(fields.need("secret", "what the signatures are made with"), scheme),
                scheme == Scheme.STANDARD_WEBHOOKS
                        ? fields.need("id", "the notification's number, like ${ref}")
                                .template()
                        : Template.EMPTY,
                scheme == Scheme.HMAC_SHA256
                        ? fields.need("header", "which carries the signature").text()
                        : "");
    }

    private static String secret(Entry entry, Scheme scheme) {
        String secret = entry.text();
        if (scheme == Scheme.STANDARD_WEBHOOKS) {
            try {
                Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
            } catch (IllegalArgumentException e) {
                throw entry.wrong(PlanTexts.shape("secret", "whsec_ and a Base64 text"));
            }
        }
        return secret;
    }

    private static String method(Entry entry) {
        if (!METHOD.matcher(entry.text()).matches()) {
            throw entry.wrong(PlanTexts.value("method", entry.text(), "one of HTTP's, like POST"));
        }
        return entry.text();
    }

    private static Template path(Entry entry) {
        if (!entry.text().startsWith("/")) {
            throw entry.wrong(PlanTexts.value("path", entry.text(), "a path that begins with /"));
        }
        Template path = entry.template();
        Map<String, String> any = path.variables().stream().collect(Collectors.toMap(name -> name, name -> "x"));
        try {
            URI.create(path.fill(any));
        } catch (IllegalArgumentException e) {
            throw entry.wrong(PlanTexts.value("path", entry.text(), "as URLs write it, a space as %20 for instance"));
        }
        return path;
    }

    private static Map<String, String> needs(Fields fields) {
        Map<String, String> needs = new LinkedHashMap<>();
        fields.find("needs")
                .ifPresent(found -> found.entries().forEach((name, request) -> needs.put(name, request.text())));
        return needs;
    }

    private static Map<String, List<String>> choices(Fields fields) {
        Map<String, List<String>> choices = new LinkedHashMap<>();
        fields.find("choices")
                .ifPresent(found -> found.entries().forEach((name, values) -> {
                    if (RequestPlan.GIVEN.contains(name)) {
                        throw values.wrong(PlanTexts.shadowed(name));
                    }
                    if (values.texts().isEmpty()) {
                        throw values.wrong(PlanTexts.shape(name, "a list with at least one entry"));
                    }
                    choices.put(name, values.texts());
                }));
        return choices;
    }

    private static List<Sign> signs(Entry entry) {
        Fields fields = entry.fields("success", "refused", "in-progress", "mismatch", "retry");
        List<Sign> signs = new ArrayList<>();
        fields.entries()
                .forEach((meaning, answers) -> answers.texts().forEach(text -> {
                    Matcher matcher = SIGN.matcher(text);
                    if (!matcher.matches()) {
                        throw answers.wrong(PlanTexts.value(
                                meaning,
                                text,
                                "a status, or a status with a text of its body, like 409 with out-of-stock"));
                    }
                    signs.add(new Sign(
                            Integer.parseInt(matcher.group(1)),
                            Optional.ofNullable(matcher.group(2)).orElse(""),
                            Meaning.valueOf(meaning.toUpperCase(Locale.ROOT).replace('-', '_'))));
                }));
        signs.sort((one, other) ->
                Boolean.compare(one.text().isEmpty(), other.text().isEmpty()));
        return signs;
    }

    private static Compared compared(Fields fields) {
        return new Compared(
                fields.find("compare")
                        .map(found -> found.texts().stream()
                                .map(name -> name.toLowerCase(Locale.ROOT))
                                .toList())
                        .orElse(Compared.STANDARD.headers()),
                fields.find("ignore").map(Entry::pointers).orElse(List.of()));
    }

    private static Expectation expectation(Fields fields, boolean counted) {
        return new Expectation(
                fields.find("most").map(found -> found.number(0)).orElse(1),
                counted,
                fields.find("same")
                        .map(found -> found.one(Expectation.Same.class))
                        .orElse(Expectation.Same.ANSWER),
                fields.find("refusals")
                        .map(found -> found.one(Expectation.Refusals.class))
                        .orElse(Expectation.Refusals.REMEMBERED),
                fields.find("retry-after").map(Entry::flag).orElse(true),
                fields.find("echo").map(Entry::flag).orElse(false),
                fields.find("expect").map(RequestReader::proof).orElse(Proof.SUCCESS));
    }

    private static Proof proof(Entry entry) {
        if (!entry.text().equals("refused")) {
            throw entry.wrong(PlanTexts.value("expect", entry.text(), "refused, or not there: then a success is"));
        }
        return Proof.REFUSAL;
    }

    /** Needs are there and don't go round in a circle, and each variable gets a value. */
    static void checkNeeds(String name, Entry entry, Map<String, RequestPlan> requests) {
        RequestPlan request = requests.get(name);
        if (request == null) {
            return;
        }
        Optional.ofNullable(entry.entries().get("needs"))
                .ifPresent(needs -> needs.entries().values().forEach(need -> {
                    if (!requests.containsKey(need.text())) {
                        throw need.wrong(PlanTexts.unknownRequest(need.text(), requests.keySet()));
                    }
                    if (need.text().equals(name) || circular(name, need.text(), requests, new HashSet<>())) {
                        throw need.wrong(PlanTexts.circle(name));
                    }
                }));
        Set<String> known = new HashSet<>(RequestPlan.GIVEN);
        known.addAll(request.choices().keySet());
        request.needs().keySet().forEach(need -> known.add(need + ".*"));
        templates(entry.entries()).forEach(text -> checkVariables(text, request, known));
    }

    /** Where a request's templates stand. */
    private static List<Entry> templates(Map<String, Entry> entries) {
        List<Entry> templates = new ArrayList<>();
        for (String name : List.of("path", "body", "identity", "user", "ref")) {
            Optional.ofNullable(entries.get(name)).ifPresent(templates::add);
        }
        Optional.ofNullable(entries.get("headers"))
                .ifPresent(headers -> templates.addAll(headers.entries().values()));
        Optional.ofNullable(entries.get("sign"))
                .map(sign -> sign.entries().get("id"))
                .ifPresent(templates::add);
        return templates;
    }

    private static void checkVariables(Entry text, RequestPlan request, Set<String> known) {
        for (String variable : text.template().variables()) {
            int dot = variable.indexOf('.');
            boolean given =
                    dot < 0 ? known.contains(variable) : request.needs().containsKey(variable.substring(0, dot));
            if (!given) {
                throw text.wrong(PlanTexts.unknownVariable(variable, known));
            }
        }
    }

    private static boolean circular(String start, String at, Map<String, RequestPlan> requests, Set<String> seen) {
        RequestPlan request = requests.get(at);
        if (request == null || !seen.add(at)) {
            return false;
        }
        return request.needs().values().stream()
                .anyMatch(need -> need.equals(start) || circular(start, need, requests, seen));
    }
}
