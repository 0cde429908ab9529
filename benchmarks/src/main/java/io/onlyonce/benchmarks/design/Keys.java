package io.onlyonce.benchmarks.design;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The kinds of keys that clients choose. */
public enum Keys {
    /** UUIDs of version 4: each somewhere else in an index. */
    RANDOM {
        @Override
        public UUID next() {
            ThreadLocalRandom random = ThreadLocalRandom.current(); // nobody has to be unable to guess them
            return new UUID(
                    (random.nextLong() & NO_VERSION) | (4 << VERSION), (random.nextLong() & NO_VARIANT) | VARIANT);
        }
    },

    /** UUIDs of version 7: new ones lie next to each other. */
    UUIDV7 {
        @Override
        public UUID next() {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            long head = (System.currentTimeMillis() << TIME) | (7 << VERSION) | (random.nextLong() & RANDOM_BITS);
            return new UUID(head, (random.nextLong() & NO_VARIANT) | VARIANT);
        }
    };

    private static final long NO_VERSION = ~0xF000L;
    private static final int VERSION = 12;
    private static final long NO_VARIANT = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int TIME = 16;
    private static final long RANDOM_BITS = 0xFFF;

    /** A new one. */
    public abstract UUID next();
}
