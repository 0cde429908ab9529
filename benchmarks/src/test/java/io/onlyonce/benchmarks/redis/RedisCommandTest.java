package io.onlyonce.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RedisCommandTest {
    @Test
    @DisplayName(
            "G14, G15 the benchmark of Redis, in small: every operation leaves its record, runs its scripts, and no key stays")
    void inSmall() {
        try (PrivateRedis redis = TestServers.privateRedis()) {
            StringWriter printed = new StringWriter();
            int code = new CommandLine(new RedisCommand())
                    .setOut(new PrintWriter(printed, true))
                    .execute("--uri=" + redis.uri(), "--threads=1,4", "--rounds=2", "--warm-up=1", "--millis=20");
            assertThat(code).as(printed.toString()).isZero();
            assertThat(printed.toString()).contains("engine: replay").doesNotContain("FAILED");
            assertThat(redis.keys("")).isEmpty();
        }
    }
}
