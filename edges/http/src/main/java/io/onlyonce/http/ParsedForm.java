package io.onlyonce.http;

import io.onlyonce.Fingerprint;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A form that an earlier filter has made the container parse: its bytes are gone, its parameters are there and stay. */
record ParsedForm(MediaType type, Map<String, List<String>> fields) implements RequestBody {

    /** The parameters of the body, which stand behind those of the query string; empty if there are none, so that nobody has parsed a form. */
    static Optional<RequestBody> of(HttpServletRequest request, MediaType type) {
        if (!type.isForm()) {
            return Optional.empty();
        }
        Map<String, List<String>> query = FormFields.ofQuery(request.getQueryString());
        Map<String, List<String>> fields = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> {
            int first = query.getOrDefault(name, List.of()).size();
            if (first < values.length) {
                fields.put(name, Arrays.asList(values).subList(first, values.length));
            }
        });
        return fields.isEmpty() ? Optional.empty() : Optional.of(new ParsedForm(type, fields));
    }

    @Override
    public void describe(Fingerprint.Hasher hasher, VolatileFields volatileFields) {
        hasher.add(type.type());
        RequestFingerprint.addTexts(hasher, type.meaningful());
        hasher.add("form");
        RequestFingerprint.addFields(hasher, fields, volatileFields);
    }

    @Override
    public HttpServletRequest unread(HttpServletRequest request, String endpoint) {
        return new ProtectedRequest(request, endpoint);
    }
}
