package io.onlyonce.callback.stripe;

import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.CallbackRefusedException;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands in {@code Stripe-Signature}: {@code t=1772366400,v1=…,v1=…,v0=…}. There are several of {@code v1} while a secret is rolled; other schemes are left alone.
 *
 * @param timestamp as it was sent
 * @param signatures of the scheme {@code v1}, at least one
 */
record StripeSignature(String timestamp, List<String> signatures) {
    private static final int MAX_PARTS = 32;

    static StripeSignature parse(String header) throws CallbackRefusedException {
        List<String> timestamps = new ArrayList<>();
        List<String> signatures = new ArrayList<>();
        String[] parts = header.split(",", MAX_PARTS + 1);
        for (String part : parts) {
            if (part.startsWith("t=")) {
                timestamps.add(part.substring("t=".length()));
            } else if (part.startsWith("v1=")) {
                signatures.add(part.substring("v1=".length()));
            }
        }
        if (parts.length > MAX_PARTS || timestamps.size() != 1 || signatures.isEmpty()) {
            throw new CallbackRefusedException(
                    Reason.MALFORMED, "the header Stripe-Signature has not one timestamp and a v1 signature");
        }
        return new StripeSignature(timestamps.get(0), List.copyOf(signatures));
    }
}
