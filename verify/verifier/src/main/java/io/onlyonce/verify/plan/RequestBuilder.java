package io.onlyonce.verify.plan;

import io.onlyonce.verify.check.Expectation;
import io.onlyonce.verify.check.Expectation.Proof;
import io.onlyonce.verify.check.Expectation.Refusals;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.plan.Answers.Sign;
import io.onlyonce.verify.plan.RequestPlan.Compared;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts a request together in code. What is not said is as in a plan file that does not say it. Not thread-safe. */
public final class RequestBuilder {
    private final String method;
    private final Template path;
    private final Map<String, Template> headers = new LinkedHashMap<>();
    private final List<Sign> signs = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();

    private Template body = Template.EMPTY;
    private Template user = Template.of("${user}");
    private Same same = Same.ANSWER;
    private Refusals refusals = Refusals.REMEMBERED;
    private boolean retryAfter = true;
    private Optional<Source> effects = Optional.empty();

    /**
     * @param path a template, as are headers and body
     */
    public RequestBuilder(String method, String path) {
        this.method = method;
        this.path = Template.of(path);
    }

    public RequestBuilder header(String name, String value) {
        headers.put(name, Template.of(value));
        return this;
    }

    /** The header that carries the key. */
    public RequestBuilder key(String header) {
        return header(header, "${key}");
    }

    public RequestBuilder body(String template) {
        body = Template.of(template);
        return this;
    }

    /** Whose key it is; one text for all if keys are the service's, not the user's. */
    public RequestBuilder user(String template) {
        user = Template.of(template);
        return this;
    }

    /** What a status means, if its body holds this text; an empty one fits any. */
    public RequestBuilder answer(int status, String text, Meaning meaning) {
        signs.add(new Sign(status, text, meaning));
        return this;
    }

    /**
     * JSON pointers to members of the answer that may differ.
     *
     * @throws IllegalArgumentException if one is none
     */
    public RequestBuilder ignore(List<String> pointers) {
        pointers.forEach(pointer -> ignored.add(Pointers.checked(pointer)));
        return this;
    }

    public RequestBuilder same(Same what) {
        same = what;
        return this;
    }

    public RequestBuilder refusals(Refusals worth) {
        refusals = worth;
        return this;
    }

    /** "In progress" need not say when to come back. */
    public RequestBuilder withoutRetryAfter() {
        retryAfter = false;
        return this;
    }

    /** Where its effects are counted: rows of a number and a count. */
    public RequestBuilder effects(Source source) {
        effects = Optional.of(source);
        return this;
    }

    public RequestPlan build() {
        return new RequestPlan(
                method,
                path,
                headers,
                body,
                Template.of("${key}"),
                user,
                Template.of("${ref}"),
                Map.of(),
                Map.of(),
                new Answers(signs, Answers.STANDARD.replayHeader()),
                new Compared(Compared.STANDARD.headers(), ignored),
                new Expectation(1, effects.isPresent(), same, refusals, retryAfter, false, Proof.SUCCESS),
                effects,
                Optional.empty());
    }
}
