package io.onlyonce.callback.provider;

import io.onlyonce.callback.Verification.Reason;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How old a signed timestamp may be, and how far ahead: what was recorded and is sent again later is refused, and so is what was dated forward to be good for longer.
 * Immutable and thread-safe.
 *
 * @param clock what time it is here
 * @param tolerance how far a timestamp may be away from it, in both directions; whole seconds count
 */
public record TimestampWindow(Clock clock, Duration tolerance) {
    /** What Stripe and Standard Webhooks give as default, and what is usual with WeChat Pay. */
    public static final Duration STANDARD_TOLERANCE = Duration.ofMinutes(5);

    private static final Pattern SECONDS = Pattern.compile("0|[1-9][0-9]{0,11}");

    /**
     * @throws IllegalArgumentException if the tolerance is less than a second: it can't be switched off
     */
    public TimestampWindow {
        if (tolerance.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(ProviderTexts.tolerance(tolerance));
        }
    }

    /** Five minutes. */
    public static TimestampWindow of(Clock clock) {
        return new TimestampWindow(clock, STANDARD_TOLERANCE);
    }

    /**
     * Lets a timestamp pass that is inside.
     *
     * @param seconds since 1970, as they were sent: digits and nothing else, so that there is one way to write each
     */
    public void check(String seconds) throws CallbackRefusedException {
        if (!SECONDS.matcher(seconds).matches()) {
            throw new CallbackRefusedException(Reason.MALFORMED, ProviderTexts.TIMESTAMP_UNREADABLE);
        }
        long ahead = Long.parseLong(seconds) - clock.instant().getEpochSecond();
        if (Math.abs(ahead) > tolerance.toSeconds()) {
            throw new CallbackRefusedException(Reason.TIMESTAMP, ProviderTexts.timestamp(ahead, tolerance));
        }
    }
}
