package io.onlyonce.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts MySQL out of an unpacked distribution, whose folder the system property {@value #HOME} names (the Maven profile {@code mysql} unpacks one and
 * sets it). Listens on a free loopback port, keeps its data in a temporary folder and stops with this JVM.
 */
final class EmbeddedMySql {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedMySql.class);

    static final String HOME = "onlyonce.test.mysql.home";

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final Path home;
    private final Path work;

    private EmbeddedMySql(Path home, Path work) {
        this.home = home;
        this.work = work;
    }

    static JdbcAddress start() throws IOException, InterruptedException {
        String home = System.getProperty(HOME);
        if (home == null || !Files.isReadable(Path.of(home, "bin", "mysqld"))) {
            throw new IOException("there is no " + home
                    + "/bin/mysqld; build with -Pmysql, which unpacks one and sets the property " + HOME);
        }
        return new EmbeddedMySql(Path.of(home), Files.createTempDirectory("mysql")).run();
    }

    private JdbcAddress run() throws IOException, InterruptedException {
        if (!home.resolve("bin/mysqld").toFile().setExecutable(true)) {
            throw new IOException(home + "/bin/mysqld cannot be made executable");
        }
        Process setUp = mysqld("--initialize-insecure");
        if (!setUp.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS) || setUp.exitValue() != 0) {
            setUp.destroyForcibly();
            throw failed("could not set up its data");
        }
        int port = FreePort.next();
        Process server = mysqld(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + work.resolve("mysql.sock"),
                "--pid-file=" + work.resolve("mysql.pid"),
                "--mysqlx=OFF",
                "--skip-log-bin",
                "--max-connections=300",
                "--innodb-flush-log-at-trx-commit=0"); // its data die with this JVM anyway
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "onlyonce-stop-mysql"));
        JdbcAddress address = JdbcAddress.parse(
                "jdbc:mysql://127.0.0.1:" + port + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true", "root");
        awaitAnswer(server, address);
        return address;
    }

    private Process mysqld(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/mysqld").toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + work.resolve("data"),
                "--user=" + System.getProperty("user.name")));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(work.resolve("log").toFile()))
                .start();
    }

    private void awaitAnswer(Process server, JdbcAddress address) throws IOException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        SQLException last = new SQLException("it was not asked");
        while (server.isAlive() && System.nanoTime() < end) {
            try {
                address.connect().close();
                return;
            } catch (SQLException e) {
                last = e;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
        throw failed("does not answer: " + last.getMessage());
    }

    private IOException failed(String what) throws IOException {
        String log = Files.readString(work.resolve("log"));
        return new IOException(
                home + "/bin/mysqld " + what + ". It needs Debian's libaio1 and libnuma1. Its last words: "
                        + log.substring(Math.max(0, log.length() - 1000)));
    }

    private void stop(Process server) {
        server.destroy();
        try {
            if (!server.waitFor(30, TimeUnit.SECONDS)) {
                server.destroyForcibly();
            }
        } catch (InterruptedException e) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        deleteWork();
    }

    private void deleteWork() {
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            log.warn("The folder {} could not be deleted.", work, e);
        }
    }
}
