package io.onlyonce.benchmarks.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;

/** The keys of this run. */
record Keyspace(RedisCommands<byte[], byte[]> server, String prefix) {
    private static final int PAGE = 10_000;

    /** Removes them, and says how many there were. */
    long remove() {
        long removed = 0;
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            KeyScanCursor<byte[]> page =
                    server.scan(cursor, ScanArgs.Builder.limit(PAGE).match(prefix + "*"));
            List<byte[]> keys = page.getKeys();
            if (!keys.isEmpty()) {
                removed += server.unlink(keys.toArray(byte[][]::new));
            }
            cursor = page;
        } while (!cursor.isFinished());
        return removed;
    }
}
