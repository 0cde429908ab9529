package io.onlyonce.spring.method;

import io.onlyonce.Fingerprint;
import io.onlyonce.json.ExactJson;
import io.onlyonce.json.JsonFingerprint;
import io.onlyonce.json.ValueFingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fingerprint of a call's arguments: one JSON object, the parameters' names as its members. Thread-safe. */
final class ArgumentFingerprint {
    private final List<String> parameters;
    private final ValueFingerprint values;

    /**
     * @param parameters the names
     * @param volatileFields pointers to what may differ between two attempts, for example {@code /order/sentAt}
     */
    ArgumentFingerprint(List<String> parameters, String... volatileFields) {
        this.parameters = parameters;
        this.values = new ValueFingerprint(ExactJson.mapper(), new JsonFingerprint(Set.of(volatileFields)));
    }

    Fingerprint of(@Nullable Object[] arguments) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        for (int i = 0; i < parameters.size(); i++) {
            named.put(parameters.get(i), arguments[i]);
        }
        Fingerprint.Hasher hasher = Fingerprint.hasher();
        values.add(hasher, named);
        return hasher.finish();
    }
}
