package io.onlyonce.testkit.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The databases that are to be dropped when the JVM ends, because no test closed them. */
final class LeftOvers {
    private static final Set<TestDatabase> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> Set.copyOf(OPEN).forEach(TestDatabase::close), "onlyonce-drop-databases"));
    }

    private LeftOvers() {}

    static void add(TestDatabase database) {
        OPEN.add(database);
    }

    static void remove(TestDatabase database) {
        OPEN.remove(database);
    }
}
