package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process of the service under test, with those that it has started itself. Its output goes on in one file over all its lives. Thread-safe. */
final class NodeProcess {
    /** One program with its arguments, quoted or not: nothing that only a shell can do, and no variable before it. */
    private static final Pattern PROGRAM = Pattern.compile(
            "\\s*(?:[\\w./-]++|'[^']*+'|\"[^\"`]*+\")++(?:[ \\t]++(?:[^\\s;&|<>()`'\"\\\\]++|'[^']*+'|\"[^\"`]*+\"|\\\\.)*+)*+\\s*");

    private static final Duration END = Duration.ofSeconds(10);
    /** Children whose parent is gone are buried by somebody else, who may take his time: their ports are free before. */
    private static final Duration CHILDREN_END = Duration.ofSeconds(2);

    private final int number;
    private final String command;
    private final Path output;
    private final Recorder recorder;

    private @Nullable Process process;
    private boolean ended;

    NodeProcess(int number, String command, Path output, Recorder recorder) {
        this.number = number;
        this.command = command;
        this.output = output;
        this.recorder = recorder;
    }

    /** Does nothing if the run is over: nobody would end the process any more. */
    synchronized void start() throws TargetException {
        if (ended) {
            return;
        }
        try {
            // exec: the program takes the shell's place. Where only a shell can do it, the shell's children are met as
            // well
            String line = PROGRAM.matcher(command).matches() ? "exec " + command : command;
            process = new ProcessBuilder("sh", "-c", line)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            recorder.note(name() + " started");
        } catch (IOException e) {
            throw new TargetException(RunTexts.notStarted(command, e.getMessage()), e);
        }
    }

    /**
     * Kills it as by SIGKILL, and starts it again at once.
     *
     * @throws TargetException if it had ended by itself before
     */
    synchronized void restart() throws TargetException {
        checkAlive();
        kill();
        start();
    }

    /** Kills it for good. */
    synchronized void end() {
        ended = true;
        kill();
    }

    /** Nothing is said to the programs, and nothing is waited for but their end. */
    private void kill() {
        Process mine = process;
        if (mine == null) {
            return;
        }
        boolean alive = mine.isAlive();
        List<ProcessHandle> all = all(mine);
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            mine.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
            long end = System.nanoTime() + CHILDREN_END.toNanos();
            while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < end) {
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process = null;
        recorder.note(name() + (alive ? " killed" : " had ended by itself with code " + mine.exitValue()));
    }

    /** SIGSTOP or SIGCONT, to the process and to all that it has started. */
    synchronized void signal(String signal) throws IOException, InterruptedException {
        Process mine = process;
        if (mine == null) {
            return;
        }
        List<String> kill = Stream.concat(
                        Stream.of("kill", "-" + signal), all(mine).stream().map(one -> Long.toString(one.pid())))
                .toList();
        new ProcessBuilder(kill).start().waitFor();
        recorder.note(name() + (signal.equals("STOP") ? " stopped" : " goes on"));
    }

    /** The parents before their children, so that nobody starts another one meanwhile. */
    private static List<ProcessHandle> all(Process mine) {
        return Stream.concat(Stream.of(mine.toHandle()), mine.descendants()).toList();
    }

    /**
     * @throws TargetException if it has ended without having been killed
     */
    synchronized void checkAlive() throws TargetException {
        Process mine = process;
        if (mine != null && !mine.isAlive()) {
            throw new TargetException(RunTexts.died(number, mine.exitValue(), output));
        }
    }

    private String name() {
        return "node " + (number + 1);
    }

    Path output() {
        return output;
    }
}
