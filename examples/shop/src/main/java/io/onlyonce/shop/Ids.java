package io.onlyonce.shop;

import java.security.SecureRandom;
import java.util.UUID;

/** Makes the shop's numbers: UUIDs of version 7, which sort by time and so keep the indexes compact. Thread-safe. */
public final class Ids {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Ids() {}

    /** A fresh number, 36 characters. */
    public static String next() {
        long random = RANDOM.nextLong();
        long high = (System.currentTimeMillis() << 16) | 0x7000L | (random & 0xFFFL);
        long low = (RANDOM.nextLong() >>> 2) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }
}
