package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Call;
import io.onlyonce.verify.history.Identity;
import io.onlyonce.verify.plan.RequestPlan;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * One operation that a client means, however often it will ask for it.
 *
 * @param name its request's in the plan
 * @param request the template
 * @param values what is put into it
 */
record Intent(String name, RequestPlan request, Map<String, String> values) {
    Intent {
        values = Map.copyOf(values);
    }

    /** The same with more values. */
    Intent with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(values);
        all.putAll(more);
        return new Intent(name, request, all);
    }

    /**
     * The same with what its needs gave.
     *
     * @throws TargetException if that is not all that the request's texts ask for
     */
    Intent prepared(Map<String, String> given) throws TargetException {
        Intent prepared = with(given);
        try {
            prepared.filled();
            request.signing().ifPresent(signing -> signing.id().fill(prepared.values()));
            return prepared;
        } catch (IllegalArgumentException e) {
            throw new TargetException(RunTexts.unfilled(name, String.valueOf(e.getMessage())), e);
        }
    }

    Filled filled() {
        String path = request.path().fill(values, Intent::encoded);
        String body = request.body().fill(values);
        Map<String, String> headers = new TreeMap<>();
        request.headers().forEach((header, value) -> headers.put(header, value.fill(values)));
        Call call = new Call(
                new Identity(
                        name, request.scope().fill(values), request.identity().fill(values)),
                request.ref().fill(values),
                Digests.sha256(request.method() + "\n" + path + "\n" + body),
                request.method() + " " + path);
        return new Filled(call, path, headers, body);
    }

    /** A value as a part of a path or query may hold it, whatever is in it. */
    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** What goes over the wire. */
    record Filled(Call call, String path, Map<String, String> headers, String body) {}
}
