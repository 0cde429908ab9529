package io.onlyonce.simulator;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** How each provider takes an answer, and how long it waits for one. */
final class ProviderRules {
    private static final byte[] ALIPAY_SUCCESS = "success".getBytes(StandardCharsets.US_ASCII);

    private ProviderRules() {}

    static Outcome outcome(Channel channel, Answer answer) {
        return switch (channel) {
            case STANDARD -> standard(answer.status());
            case STRIPE -> acceptedIf(isSuccess(answer.status()));
            // the status alone decides: 200 with FAIL in the body is accepted, and so lost
            case WECHATPAY -> acceptedIf(answer.status() == 200 || answer.status() == 204);
            case ALIPAY -> acceptedIf(answer.status() == 200 && Arrays.equals(answer.body(), ALIPAY_SUCCESS));
        };
    }

    /** Five seconds are WeChat Pay's own, 15 the least that Standard Webhooks recommends; Stripe and Alipay publish none. */
    static Duration patience(Channel channel) {
        return switch (channel) {
            case WECHATPAY -> Duration.ofSeconds(5);
            case STANDARD, STRIPE, ALIPAY -> Duration.ofSeconds(15);
        };
    }

    /** A redirect is not followed, and is a failure. */
    private static Outcome standard(int status) {
        return switch (status) {
            case 410 -> Outcome.GONE;
            case 429, 502, 503, 504 -> Outcome.THROTTLED;
            default -> acceptedIf(isSuccess(status));
        };
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    private static Outcome acceptedIf(boolean accepted) {
        return accepted ? Outcome.ACCEPTED : Outcome.REFUSED;
    }
}
