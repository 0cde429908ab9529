package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.probe.Probe;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * G14: how many commands a call sends to Redis, as the server counts them. It counts those inside a script, too; so all that is not {@code evalsha} has to be
 * one of those that the scripts use.
 */
class CommandCountTest {
    private static final Operation<String> CHARGE =
            Operation.named("charge", ResultCodec.text()).guarantee(Leased.of(Duration.ofSeconds(30)));

    private PrivateRedis redis;
    private Records records;
    private OnlyOnce node;

    @BeforeEach
    void open() throws Exception {
        redis = TestServers.privateRedis();
        records = Records.on(redis.uri(), "shop:");
        node = OnlyOnce.leased(records.store(), Probe.NONE);
        run("before"); // a server that does not know a script yet is sent it once more
        redis.command("CONFIG", "RESETSTAT");
    }

    @AfterEach
    void close() {
        records.close();
        redis.close();
    }

    @Test
    @DisplayName("G14 a first call sends two commands: one claims, one completes")
    void firstCall() throws Exception {
        assertThat(run("k")).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(commands())
                .containsEntry("evalsha", 2L)
                .containsOnlyKeys("evalsha", "time", "hmget", "hset", "pexpireat");
        assertThat(records.count()).isEqualTo(2);
    }

    @Test
    @DisplayName("G14 a replay sends one command, which writes nothing")
    void replay() throws Exception {
        run("k");
        redis.command("CONFIG", "RESETSTAT");
        assertThat(run("k")).isEqualTo(new Outcome.Replayed<>("done"));
        assertThat(commands()).containsEntry("evalsha", 1L).containsOnlyKeys("evalsha", "time", "hmget");
        assertThat(records.count()).isEqualTo(2);
    }

    private Outcome<String> run(String key) throws Exception {
        return node.run(CHARGE, Call.of("alice", key), attempt -> "done");
    }

    /** What the server has executed since its counts were set to zero, by command. */
    private Map<String, Long> commands() {
        Map<String, Long> commands = new TreeMap<>();
        String lines = (String) redis.command("INFO", "commandstats");
        assertThat(lines).isNotNull();
        lines.lines().filter(line -> line.startsWith("cmdstat_")).forEach(line -> {
            String calls = line.substring(line.indexOf("calls=") + "calls=".length(), line.indexOf(','));
            commands.put(line.substring("cmdstat_".length(), line.indexOf(':')), Long.parseLong(calls));
        });
        commands.keySet().removeIf(name -> name.startsWith("config")); // which set them to zero
        return commands;
    }
}
