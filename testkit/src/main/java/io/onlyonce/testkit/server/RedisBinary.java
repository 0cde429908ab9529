package io.onlyonce.testkit.server;

import java.io.IOException;
import java.nio.file.Path;
import redis.embedded.core.ExecutableProvider;

/** Finds a redis-server to start. */
final class RedisBinary {
    private RedisBinary() {}

    /** The installed one, else the embedded one. */
    static Path any() {
        return Installed.program("redis-server").orElseGet(RedisBinary::embedded);
    }

    /** The one out of the Maven artifact, unpacked once per JVM. */
    static Path embedded() {
        return Embedded.BINARY;
    }

    private static final class Embedded {
        static final Path BINARY = unpacked();

        private Embedded() {}

        private static Path unpacked() {
            try {
                return ExecutableProvider.newJarResourceProvider().get().toPath();
            } catch (IOException e) {
                throw new IllegalStateException(
                        "The embedded Redis could not be unpacked: " + e.getMessage()
                                + ". Start one on 127.0.0.1:6379, or name one by ONLYONCE_TEST_REDIS (host:port).",
                        e);
            }
        }
    }
}
