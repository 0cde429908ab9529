package io.onlyonce.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A server as a process of a test's own, with its files in a temporary folder: it can be killed, started again and stopped where it stands. Not thread-safe. */
final class ServerProcess {
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final int WORDS = 1000;

    private final String name;
    private final Path work;
    private final Path log;
    private Process process;

    /** Asks a server for a sign of life. */
    @FunctionalInterface
    interface Question {
        /**
         * @throws IOException if it does not answer
         */
        void ask() throws IOException;
    }

    /** Starts it; {@code work} and all that is in it are its own. */
    ServerProcess(String name, Path work, List<String> command, Map<String, String> environment) throws IOException {
        this.name = name;
        this.work = work;
        this.log = work.resolve("log");
        this.process = launch(command, environment);
    }

    private Process launch(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Starts it again after a {@link #kill()}. */
    void restart(List<String> command, Map<String, String> environment) throws IOException {
        process = launch(command, environment);
    }

    /**
     * Returns when it answers.
     *
     * @throws IOException with its last words, if it ends, or does not answer for a minute
     */
    void awaitAnswer(Question question) throws IOException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        String last = "it was not asked";
        while (process.isAlive() && System.nanoTime() < end) {
            try {
                question.ask();
                return;
            } catch (IOException | IllegalStateException e) { // refused, or still loading
                last = String.valueOf(e.getMessage());
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
        String words = Files.readString(log);
        throw new IOException("it does not answer: " + last + ". Its last words: "
                + words.substring(Math.max(0, words.length() - WORDS)));
    }

    /** Ends it at once, as a crash of its machine would; returns when it is gone. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " with id " + process.pid() + " does not end.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while " + name + " was ending.", e);
        }
    }

    /** Sends it a signal, such as {@code -STOP}. */
    void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + signal + " " + process.pid() + " answered " + code + ".");
            }
        } catch (IOException e) {
            throw new IllegalStateException("kill " + signal + " could not be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while " + name + " got a signal.", e);
        }
    }

    /** Ends it, and deletes its folder. */
    void remove() {
        kill();
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException("The folder " + work + " could not be deleted.", e);
        }
    }
}
