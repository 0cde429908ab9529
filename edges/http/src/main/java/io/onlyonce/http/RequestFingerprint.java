package io.onlyonce.http;

import io.onlyonce.Fingerprint;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an HTTP request asks for: method, route and path variables, query parameters, media type and payload. Names are sorted, because their order means
 * nothing; the values of one name keep theirs. Other headers are left out: they say how to ask, not what for.
 */
final class RequestFingerprint {
    private RequestFingerprint() {}

    /**
     * @throws RequestRefusedException if the payload cannot be read as what it says it is
     */
    static Fingerprint of(ProtectedEndpoint endpoint, HttpServletRequest request, RequestBody body) {
        Fingerprint.Hasher hasher = Fingerprint.hasher();
        hasher.add(request.getMethod()).add(endpoint.route());
        addTexts(hasher, endpoint.pathVariables());
        addFields(hasher, FormFields.ofQuery(request.getQueryString()), VolatileFields.NONE);
        body.describe(hasher, endpoint.volatileFields());
        return hasher.finish();
    }

    static void addTexts(Fingerprint.Hasher hasher, Map<String, String> texts) {
        hasher.add(Integer.toString(texts.size()));
        new TreeMap<>(texts).forEach((name, value) -> hasher.add(name).add(value));
    }

    static void addFields(Fingerprint.Hasher hasher, Map<String, List<String>> fields, VolatileFields volatileFields) {
        SortedMap<String, List<String>> sorted = new TreeMap<>(fields);
        sorted.keySet().removeIf(name -> volatileFields.namesField(name));
        hasher.add(Integer.toString(sorted.size()));
        sorted.forEach((name, values) -> {
            hasher.add(name).add(Integer.toString(values.size()));
            values.forEach(hasher::add);
        });
    }
}
