package io.onlyonce.testkit.server;

import java.util.EnumMap;
import java.util.Map;

/** Embedded servers, whatever else is to be had on this machine; started once per JVM. */
final class EmbeddedForTests {
    private static final Map<Vendor, DatabaseServer> RUNNING = new EnumMap<>(Vendor.class);

    private EmbeddedForTests() {}

    static synchronized DatabaseServer of(Vendor vendor) {
        return RUNNING.computeIfAbsent(
                vendor, any -> new ServerSearch(any, Map.of("ONLYONCE_TEST_" + any.name(), "embedded")).find());
    }
}
