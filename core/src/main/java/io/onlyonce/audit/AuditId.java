package io.onlyonce.audit;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The id of an entry: a UUID of version 7 (RFC 9562 §5.7), so entries lie in the order of their time, and an entry that is written twice is written once. The twelve bits
 * behind the milliseconds hold the fraction of a millisecond (§6.2, method 3). Immutable and thread-safe.
 */
public record AuditId(UUID toUuid) implements Comparable<AuditId> {
    private static final int FRACTION_BITS = 12;
    private static final long FRACTION = 0xFFF;
    private static final long MICROS_IN_MILLI = 1000;
    private static final long MICROS_IN_SECOND = 1_000_000;
    private static final int NANOS_IN_MICRO = 1000;
    private static final long LAST_SECOND = (1L << 48) / 1000 - 1;
    private static final int MILLIS_SHIFT = 16;
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long NODE = 0x3FFF_FFFF_FFFF_FFFFL;

    /** An id that nobody else has. */
    public static AuditId at(Instant time) {
        return new AuditId(
                new UUID(head(time), VARIANT | (ThreadLocalRandom.current().nextLong() & NODE)));
    }

    /** Smaller than every id of that time and later, greater than all before it. */
    public static AuditId from(Instant time) {
        return new AuditId(new UUID(head(time), VARIANT));
    }

    /** 48 bits of milliseconds, as RFC 9562 has them, end in the year 10889; what lies outside is brought to the nearer end. */
    private static long head(Instant time) {
        long seconds = Math.max(0, Math.min(LAST_SECOND, time.getEpochSecond()));
        long micros = seconds * MICROS_IN_SECOND + time.getNano() / NANOS_IN_MICRO;
        long millis = micros / MICROS_IN_MILLI;
        long fraction = (micros % MICROS_IN_MILLI << FRACTION_BITS) / MICROS_IN_MILLI;
        return millis << MILLIS_SHIFT | VERSION | fraction;
    }

    /** When it was, by the clock of the process that wrote it, to the microsecond (or one less). */
    public Instant time() {
        long head = toUuid.getMostSignificantBits();
        long fraction = head & FRACTION;
        return Instant.ofEpochMilli(head >>> MILLIS_SHIFT)
                .plus((fraction * MICROS_IN_MILLI + FRACTION) >> FRACTION_BITS, ChronoUnit.MICROS);
    }

    /** The 16 bytes; a fresh copy. */
    public byte[] bytes() {
        return ByteBuffer.allocate(16)
                .putLong(toUuid.getMostSignificantBits())
                .putLong(toUuid.getLeastSignificantBits())
                .array();
    }

    /** As databases compare them: byte by byte, without signs. */
    @Override
    public int compareTo(AuditId other) {
        int heads = Long.compareUnsigned(toUuid.getMostSignificantBits(), other.toUuid.getMostSignificantBits());
        return heads != 0
                ? heads
                : Long.compareUnsigned(toUuid.getLeastSignificantBits(), other.toUuid.getLeastSignificantBits());
    }
}
