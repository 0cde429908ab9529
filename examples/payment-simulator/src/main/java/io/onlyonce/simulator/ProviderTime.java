package io.onlyonce.simulator;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Moments as the Chinese providers write them: in Beijing's time. */
final class ProviderTime {
    private static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuuMMdd").withZone(BEIJING);
    private static final DateTimeFormatter WITH_OFFSET =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx").withZone(BEIJING);
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(BEIJING);
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(BEIJING);

    private ProviderTime() {}

    /** {@code 20260102}. */
    static String day(Instant at) {
        return DAY.format(at);
    }

    /** {@code 2026-01-02T10:00:00+08:00}: RFC 3339, WeChat Pay. */
    static String withOffset(Instant at) {
        return WITH_OFFSET.format(at);
    }

    /** {@code 2026-01-02 10:00:00}: Alipay. */
    static String seconds(Instant at) {
        return SECONDS.format(at);
    }

    /** {@code 2026-01-02 10:00:00.000}: Alipay, of refunds. */
    static String millis(Instant at) {
        return MILLIS.format(at);
    }
}
