package io.onlyonce.http;

import io.onlyonce.IdempotencyKey;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;

/** Reads the key out of its header: one value, bare or quoted. */
record KeyHeader(String name) {
    /**
     * @throws RequestRefusedException if it is missing, blank or sent with different values
     * @throws io.onlyonce.error.InvalidKeyException if it is no key
     */
    IdempotencyKey read(HttpServletRequest request) {
        List<String> values = Collections.list(request.getHeaders(name));
        if (values.stream().allMatch(String::isBlank)) {
            throw new RequestRefusedException(HttpProblem.KEY_MISSING, HttpTexts.keyMissing(name));
        }
        if (values.stream().distinct().count() > 1) {
            throw new RequestRefusedException(HttpProblem.KEY_INVALID, HttpTexts.keyTwice(name, values.size()));
        }
        return IdempotencyKey.ofHeader(values.get(0));
    }
}
