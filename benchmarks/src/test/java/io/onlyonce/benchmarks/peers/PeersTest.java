package io.onlyonce.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.CommandRun;
import io.onlyonce.benchmarks.cost.CostCommand;
import io.onlyonce.benchmarks.herd.HerdCommand;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("other libraries in the comparison, in small")
class PeersTest {
    private final PrivateRedis redis = TestServers.privateRedis();

    @TempDir
    private Path folder;

    @AfterEach
    void nothingStays() {
        try (redis) {
            assertThat(redis.keys("")).isEmpty();
        }
    }

    @Test
    @DisplayName("with new keys each of them pays once for each")
    void cost() throws Exception {
        CommandRun run = CommandRun.On.POSTGRESQL.run(
                new CostCommand(),
                folder,
                "--peers",
                "--peers-redis=" + redis.uri(),
                "--designs=onlyonce-claim-first",
                "--threads=3",
                "--rounds=1",
                "--seconds=0.1",
                "--warm-up=0.1");
        assertThat(run.written())
                .contains("| onlyonce-claim-first |", "| peer-arun0009 |", "| peer-dbos |", "| peer-jdempotent |")
                .contains("- ok     no payment failed: 0 errors");
    }

    @Test
    @DisplayName("in a herd they may pay more than once: that is told, and no check of ours fails")
    void herd() throws Exception {
        CommandRun run = CommandRun.On.POSTGRESQL.run(
                new HerdCommand(),
                folder,
                "--peers",
                "--peers-redis=" + redis.uri(),
                "--designs=onlyonce-claim-first",
                "--copies=4",
                "--nodes=2",
                "--herds=2",
                "--work=5",
                "--pool=4");
        assertThat(run.written())
                .contains("| peer-arun0009 |", "| peer-dbos |", "| peer-jdempotent |")
                .contains("3 effects of 3 keys; not counted, ")
                .contains("peer-dbos: 3 effects of 3 keys");
    }
}
