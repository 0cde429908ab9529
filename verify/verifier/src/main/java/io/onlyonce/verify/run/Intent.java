package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Call;
import io.onlyonce.verify.history.Identity;
import io.onlyonce.verify.plan.RequestPlan;
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
    private static final String PLAIN = "-._~/:@!$'()*,;";

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
     * @throws IllegalArgumentException if a value is missing
     */
    Filled filled() {
        String path = request.path().fill(encoded());
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

    /** The values as they may stand in a path: a slash stays one, since a captured path may be put in. */
    private Map<String, String> encoded() {
        Map<String, String> encoded = new HashMap<>();
        values.forEach((name, value) -> {
            StringBuilder text = new StringBuilder();
            for (byte one : value.getBytes(StandardCharsets.UTF_8)) {
                char letter = (char) (one & 0xFF);
                boolean plain = letter < 0x80 && (Character.isLetterOrDigit(letter) || PLAIN.indexOf(letter) >= 0);
                text.append(plain ? String.valueOf(letter) : "%%%02X".formatted(one & 0xFF));
            }
            encoded.put(name, text.toString());
        });
        return encoded;
    }

    /** What goes over the wire. */
    record Filled(Call call, String path, Map<String, String> headers, String body) {}
}
