package io.onlyonce.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.verify.history.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@DisplayName("A node's process")
class NodeProcessTest {
    /** What only a shell can do: a program that the shell waits for is its child. */
    private static final String COMMAND = "cd / && A=1 sleep 600; echo over";

    @TempDir
    Path directory;

    private final Recorder recorder = new Recorder();
    private NodeProcess node;

    @BeforeEach
    void make() {
        node = node(COMMAND);
    }

    private NodeProcess node(String command) {
        return new NodeProcess(0, command, directory.resolve("node.log"), recorder);
    }

    @AfterEach
    void end() {
        node.end();
    }

    /** Those of this JVM's descendants that run for ten minutes: the node's program. */
    private static List<ProcessHandle> sleepers() {
        return ProcessHandle.current()
                .descendants()
                .filter(one -> state(one) != 'Z' && line(one).startsWith("sleep"))
                .toList();
    }

    private static String line(ProcessHandle one) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(one.pid()), "cmdline"));
        } catch (IOException e) {
            return ""; // it is gone
        }
    }

    private static char state(ProcessHandle one) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(one.pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 'Z';
        }
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    @DisplayName("is stopped with all that it has started, goes on with it, and is killed with it")
    void all() throws Exception {
        node.start();
        await(() -> sleepers().size() == 1);
        ProcessHandle sleeper = sleepers().get(0);
        node.signal("STOP");
        await(() -> state(sleeper) == 'T');
        node.signal("CONT");
        await(() -> state(sleeper) != 'T');
        node.restart();
        await(() -> sleepers().size() == 1 && !sleepers().contains(sleeper));
        node.end();
        await(() -> sleepers().isEmpty());
    }

    @Test
    @DisplayName("is not started any more when the run is over")
    void over() throws Exception {
        node.end();
        node.start();
        assertThat(sleepers()).isEmpty();
        assertThat(recorder.history().events()).isEmpty();
    }

    @Test
    @DisplayName("that has ended by itself is no killed one, and is not started again")
    void byItself() throws Exception {
        NodeProcess brief = node("exit 3;");
        brief.start();
        await(() -> {
            try {
                brief.checkAlive();
                return false;
            } catch (TargetException e) {
                return true;
            }
        });
        assertThatThrownBy(brief::restart).hasMessageContaining("ended by itself with code 3");
        brief.end();
        assertThat(recorder.history().events())
                .hasSize(2)
                .last()
                .asString()
                .contains("had ended by itself with code 3");
    }

    @Test
    @DisplayName("takes the shell's place where it is one program, whatever is quoted")
    void place() throws Exception {
        node = node("'sleep' 600 \"600\"");
        node.start();
        await(() -> sleepers().size() == 1);
        assertThat(sleepers().get(0).parent()).contains(ProcessHandle.current());
    }
}
