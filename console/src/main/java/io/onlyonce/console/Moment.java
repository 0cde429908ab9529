package io.onlyonce.console;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A time as a page shows it, in UTC.
 *
 * @param iso for machines
 * @param text for people
 */
record Moment(String iso, String text) {
    private static final DateTimeFormatter TEXT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    static Moment of(Instant time) {
        return new Moment(time.toString(), TEXT.format(time));
    }

    /** Without its day. */
    static Moment minute(Instant time) {
        return new Moment(time.toString(), MINUTE.format(time));
    }
}
