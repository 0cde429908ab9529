package io.onlyonce.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

/** How values travel to Redis: texts as UTF-8, numbers as their decimal digits. */
final class Bytes {
    /** Longer ones are cut to this: beyond 285 years a number of µs is no longer exact in Lua. */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    private Bytes() {}

    /** 16 random bytes by which a script knows a call again whose answer was lost. */
    static byte[] newCall() {
        UUID random = UUID.randomUUID();
        return ByteBuffer.allocate(16)
                .putLong(random.getMostSignificantBits())
                .putLong(random.getLeastSignificantBits())
                .array();
    }

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(long number) {
        return of(Long.toString(number));
    }

    static byte[] micros(Duration duration) {
        return of(cut(duration).toNanos() / 1000);
    }

    /** Whole ms, at least one. */
    static byte[] millis(Duration duration) {
        return of(Math.max(1, cut(duration).toMillis()));
    }

    private static Duration cut(Duration duration) {
        if (duration.isNegative()) {
            return Duration.ZERO;
        }
        return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static long number(byte[] digits) {
        return Long.parseLong(text(digits));
    }
}
