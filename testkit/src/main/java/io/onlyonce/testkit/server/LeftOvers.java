package io.onlyonce.testkit.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The databases and keys that are to be dropped when the JVM ends, because no test closed them. */
final class LeftOvers {
    private static final Logger log = LoggerFactory.getLogger(LeftOvers.class);
    private static final Set<AutoCloseable> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> Set.copyOf(OPEN).forEach(LeftOvers::close), "onlyonce-drop-databases"));
    }

    private LeftOvers() {}

    static void add(AutoCloseable leftOver) {
        OPEN.add(leftOver);
    }

    static void remove(AutoCloseable leftOver) {
        OPEN.remove(leftOver);
    }

    @SuppressWarnings("IllegalCatch") // what one of them dies of must not keep the others from being dropped
    private static void close(AutoCloseable leftOver) {
        try {
            leftOver.close();
        } catch (Exception e) {
            log.warn("{} could not be dropped.", leftOver, e);
        }
    }
}
