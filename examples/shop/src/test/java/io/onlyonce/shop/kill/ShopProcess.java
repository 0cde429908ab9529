package io.onlyonce.shop.kill;

import io.onlyonce.shop.ShopApplication;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A shop as a process of its own, which can be killed as {@code kill -9} does. */
final class ShopProcess {
    private static final Duration START = Duration.ofMinutes(5);

    private final List<String> command;
    private final int port;
    private final File log;
    private Process process;

    /**
     * @param program what {@code java} runs: {@code -jar shop.jar}, or {@code -cp} and the main class
     * @param settings further ones, as {@code name=value}
     * @param log what the shop prints, of all its starts
     */
    ShopProcess(List<String> program, Database database, int port, List<String> settings, File log) throws IOException {
        command = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1", "-Xmx256m"));
        command.addAll(program);
        command.addAll(List.of(
                "--server.port=" + port,
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn"));
        settings.forEach(setting -> command.add("--" + setting));
        this.port = port;
        this.log = log;
        this.process = start();
    }

    /** What this JVM's class path has of the shop. */
    static List<String> ofThisClassPath() {
        return ofThisClassPath(ShopApplication.class);
    }

    /** The same by another program. */
    static List<String> ofThisClassPath(Class<?> main) {
        return List.of("-cp", System.getProperty("java.class.path"), main.getName());
    }

    private static String java() {
        return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    }

    private Process start() throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    /** SIGKILL to the process that this object started, and to no other; returns when it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "The shop with pid " + process.pid() + " is still there 30 s after SIGKILL.");
        }
    }

    /** SIGTERM: it ends what it is at, and takes on nothing new. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("The shop with pid " + process.pid() + " does not end; see " + log);
        }
    }

    void restart() throws IOException {
        process = start();
    }

    /** Returns when the shop serves. */
    void awaitUp(HttpClient http) throws InterruptedException {
        HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/health"))
                .timeout(Duration.ofSeconds(5))
                .build();
        long deadline = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                if (http.send(health, BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (IOException notYet) {
                if (!process.isAlive()) {
                    throw new IllegalStateException(
                            "The shop ended at its start with " + process.exitValue() + "; see " + log, notYet);
                }
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new IllegalStateException("The shop was not up after " + START + "; see " + log);
    }
}
