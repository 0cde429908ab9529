package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process of the service under test. Its output goes on in one file over all its lives. */
final class NodeProcess {
    private final int number;
    private final String command;
    private final Path output;
    private final Recorder recorder;

    private @Nullable Process process;

    NodeProcess(int number, String command, Path output, Recorder recorder) {
        this.number = number;
        this.command = command;
        this.output = output;
        this.recorder = recorder;
    }

    synchronized void start() throws TargetException {
        try {
            // exec: the program takes the shell's place, so that a signal meets the program
            process = new ProcessBuilder("sh", "-c", "exec " + command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            recorder.note("node " + (number + 1) + " started");
        } catch (IOException e) {
            throw new TargetException(RunTexts.notStarted(command, e.getMessage()), e);
        }
    }

    /** As by SIGKILL: nothing is said to the program, and nothing is waited for but its end. */
    synchronized void kill() {
        Process mine = process;
        if (mine == null) {
            return;
        }
        mine.descendants().forEach(ProcessHandle::destroyForcibly);
        mine.destroyForcibly();
        try {
            mine.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process = null;
        recorder.note("node " + (number + 1) + " killed");
    }

    /** SIGSTOP or SIGCONT. */
    synchronized void signal(String name) throws IOException, InterruptedException {
        Process mine = process;
        if (mine == null) {
            return;
        }
        new ProcessBuilder("kill", "-" + name, Long.toString(mine.pid()))
                .start()
                .waitFor();
        recorder.note("node " + (number + 1) + (name.equals("STOP") ? " stopped" : " goes on"));
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

    Path output() {
        return output;
    }
}
