package io.onlyonce.testkit.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A PostgreSQL server of a test's own, out of the Maven artifact, to be killed and started again on the same port and files: what it has confirmed is there again. Not thread-safe; {@link
 * #close()} stops it, and so does the end of the JVM.
 */
public final class KillablePostgres implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final String DATABASE = "postgres";

    private final Path data;
    private final int port;
    private final TestDatabase database;

    private KillablePostgres() throws IOException {
        this.data = Files.createTempDirectory("killable-postgres");
        this.port = FreePort.next();
        launch();
        this.database = TestDatabase.open(
                new JdbcAddress("jdbc:postgresql://127.0.0.1:" + port + "/", DATABASE, "", new Login("postgres", "")),
                () -> {});
    }

    static KillablePostgres start() {
        try {
            KillablePostgres postgres = new KillablePostgres();
            LeftOvers.add(postgres);
            return postgres;
        } catch (IOException e) {
            throw new IllegalStateException("A PostgreSQL to be killed could not be started: " + e.getMessage(), e);
        }
    }

    /** The artifact's own settings would lose what was confirmed just before a kill. */
    private void launch() throws IOException {
        EmbeddedPostgres unused = EmbeddedPostgres.builder() // a process, which is ended by its id
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setRegisterShutdownHook(false)
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "100")
                .setPGStartupWait(DEADLINE)
                .start();
    }

    /** Its one database; not to be closed by itself. */
    public TestDatabase database() {
        return database;
    }

    /** Ends all of its processes at once, without a checkpoint, as a crash would; returns when they are gone. */
    public void kill() {
        ProcessHandle postmaster = postmaster();
        try {
            int code = new ProcessBuilder("kill", "-QUIT", String.valueOf(postmaster.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -QUIT " + postmaster.pid() + " answered " + code + ".");
            }
        } catch (IOException e) {
            throw new IllegalStateException("kill -QUIT could not be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a server was ending.", e);
        }
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (postmaster.isAlive()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("The server with id " + postmaster.pid() + " does not end.");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** Starts it again after a {@link #kill()}; returns when it has recovered. */
    public void restart() {
        try {
            new ProcessBuilder(command())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(data.resolve("log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(this + " could not be started again: " + e.getMessage(), e);
        }
        Awaitility.await().atMost(DEADLINE).ignoreExceptions().until(() -> database.queryLong("SELECT 1") == 1);
    }

    /** A command that does both, for a program that is told to: it kills the server, and returns when it has been started again. */
    public String crashCommand() {
        try {
            Path script = data.resolveSibling(data.getFileName() + ".sh");
            String start = command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
            Files.writeString(script, """
                    #!/bin/sh
                    pid=$(head -1 '%1$s/postmaster.pid')
                    kill -QUIT "$pid"
                    while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
                    %2$s >>'%1$s/log' 2>&1 &
                    until [ "$(sed -n 8p '%1$s/postmaster.pid' 2>/dev/null | tr -d ' ')" = ready ]; do sleep 0.05; done
                    """.formatted(data, start));
            return "sh '" + script + "'";
        } catch (IOException e) {
            throw new IllegalStateException("The script that kills " + this + " could not be written.", e);
        }
    }

    /** As the artifact has started it: the server has noted how, each word in quotation marks; root it may not be. */
    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        String noted = Files.readString(data.resolve("postmaster.opts")).strip();
        command.add(noted.substring(0, noted.indexOf(' ')));
        Matcher word = Pattern.compile("\"([^\"]*)\"").matcher(noted);
        while (word.find()) {
            command.add(word.group(1));
        }
        return command;
    }

    /** The process that the server's own file names. */
    private ProcessHandle postmaster() {
        try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
            long pid = Long.parseLong(lines.findFirst().orElseThrow().strip());
            return ProcessHandle.of(pid).orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException(this + " is not running.", e);
        }
    }

    @Override
    public void close() {
        LeftOvers.remove(this);
        database.close();
        kill();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(data.resolveSibling(data.getFileName() + ".sh"));
        } catch (IOException e) {
            throw new IllegalStateException("The folder " + data + " could not be deleted.", e);
        }
    }

    @Override
    public String toString() {
        return "the PostgreSQL to be killed on port " + port;
    }
}
