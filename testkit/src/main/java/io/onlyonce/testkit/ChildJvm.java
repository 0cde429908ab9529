package io.onlyonce.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM with this one's class path, which can be frozen. It calls back through a socket, and both talk in lines. Not thread-safe; {@link #close()} kills it.
 * Freezing needs POSIX signals.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private final Process process;
    private final Path output;
    private final Line line;

    private ChildJvm(Process process, Path output, Line line) {
        this.process = process;
        this.output = output;
        this.line = line;
    }

    /** The connection between the two. */
    public static final class Line implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;
        private final PrintWriter out;

        private Line(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            this.out = new PrintWriter(new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8), true);
        }

        public void say(String words) {
            out.println(words);
        }

        /** The other's next line; waits for it. */
        public String hear() throws IOException {
            String words = in.readLine();
            if (words == null) {
                throw new IOException("The other JVM has ended without a word.");
            }
            return words;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /**
     * Starts it.
     *
     * @param main has a {@code main} method, which connects by {@link #toParent}
     * @param arguments of the child's own; its first one, the port, is put before them
     */
    public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        return start(Path.of(System.getProperty("java.home")), main, arguments);
    }

    /**
     * Starts it with another Java than this one.
     *
     * @param javaHome the other's home
     */
    public static ChildJvm start(Path javaHome, Class<?> main, String... arguments) throws IOException {
        Path output = Files.createTempFile("child", ".log"); // not this JVM's own output, in which Maven talks to it
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<String> command = new ArrayList<>(List.of(
                    javaHome.resolve("bin").resolve("java").toString(),
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    main.getName(),
                    String.valueOf(door.getLocalPort())));
            command.addAll(Arrays.asList(arguments));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                door.setSoTimeout((int) DEADLINE.toMillis());
                Socket socket = door.accept();
                socket.setSoTimeout((int) DEADLINE.toMillis());
                return new ChildJvm(process, output, new Line(socket));
            } catch (IOException e) {
                process.destroyForcibly();
                throw new IOException("The child has not called back. Its output: " + Files.readString(output), e);
            }
        }
    }

    /** Connects the child to its parent: the child calls this. */
    public static Line toParent(String[] arguments) throws IOException {
        return new Line(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])));
    }

    public void say(String words) {
        line.say(words);
    }

    /**
     * The child's next line; waits for it, for a minute at most.
     *
     * @throws IOException with the child's output, if none comes
     */
    public String hear() throws IOException {
        try {
            return line.hear();
        } catch (IOException e) {
            throw new IOException("The child said nothing. Its output: " + Files.readString(output), e);
        }
    }

    /** Stops it where it stands, all its threads, as a long pause for garbage or a suspended machine does. */
    public void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** Lets it go on. */
    public void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill " + signal + " " + process.pid() + " answered " + code + ".");
        }
    }

    /** Waits for its end, for a minute at most. */
    public int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException("The child does not end. Its output: " + Files.readString(output));
        }
        return process.exitValue();
    }

    /** What it has printed and logged so far. */
    public String output() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        line.close();
        Files.deleteIfExists(output);
    }
}
