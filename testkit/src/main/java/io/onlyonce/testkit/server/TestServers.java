package io.onlyonce.testkit.server;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Databases, Redis and brokers on real servers, for tests.
 *
 * <p>Each call makes a database of its own with a random name; {@link TestDatabase#close()} drops it, and what was not closed is dropped when the JVM
 * ends. The server is chosen once per JVM:
 *
 * <ol>
 *   <li>{@code ONLYONCE_TEST_POSTGRES_URL} (likewise {@code _MARIADB_URL}, {@code _MYSQL_URL}): a full JDBC URL with {@code user} and {@code password}
 *       as its parameters, of an account that may create databases;
 *   <li>else, unless {@code ONLYONCE_TEST_POSTGRES=embedded} forbids it, the standard local port: 127.0.0.1:5432 as {@code postgres}, 127.0.0.1:3306 as
 *       {@code root}, both without a password;
 *   <li>else an embedded server of the real make, started once per JVM on a free port and stopped when the JVM ends.
 * </ol>
 *
 * <p>For Redis, {@code ONLYONCE_TEST_REDIS} is {@code host:port} or {@code embedded}; without it 127.0.0.1:6379 is tried, then an embedded one is started.
 * A test gets a prefix of its own there, and {@link TestRedis#close()} removes its keys.
 *
 * <p>For RabbitMQ, {@code ONLYONCE_TEST_RABBIT} is {@code host:port} or {@code embedded}; without it 127.0.0.1:5672 is tried, then an embedded Qpid Broker-J is
 * started, which speaks the same protocol but has not all of RabbitMQ's queues ({@link TestRabbit#isRabbitMq()}). A test gets queues of its own there, and {@link
 * TestRabbit#close()} deletes them.
 *
 * <p>Kafka is embedded: in this JVM, shared by its tests, each of which gets topics of its own; or in a process of a test's own, to be killed. A module that uses either
 * declares {@code org.apache.kafka:kafka_2.13}.
 *
 * <p>A server that cannot be had is an {@link IllegalStateException} with all that was tried, so that the tests fail instead of proving nothing.
 * Thread-safe.
 */
public final class TestServers {
    private static final Map<Vendor, DatabaseServer> RUNNING = new EnumMap<>(Vendor.class);

    private TestServers() {}

    /** A new database on a PostgreSQL server. */
    public static TestDatabase postgres() {
        return server(Vendor.POSTGRES).newDatabase();
    }

    /**
     * A new database on an embedded PostgreSQL that this JVM's tests have to themselves, whatever else is to be had on the machine: nobody else writes to its
     * log. Started once per JVM.
     */
    public static TestDatabase privatePostgres() {
        return PrivatePostgres.SERVER.newDatabase();
    }

    /** Started when it is asked for. */
    private static final class PrivatePostgres {
        static final DatabaseServer SERVER =
                new ServerSearch(Vendor.POSTGRES, Map.of("ONLYONCE_TEST_POSTGRES", "embedded")).find();
    }

    /** An embedded PostgreSQL server of the test's own, to be killed and restarted. */
    public static KillablePostgres killablePostgres() {
        return KillablePostgres.start();
    }

    /** A new database on a MariaDB server. Its collation ignores case, accents and trailing blanks, as most deployed ones do. */
    public static TestDatabase mariadb() {
        return server(Vendor.MARIADB).newDatabase();
    }

    /**
     * A new database on a MySQL 8 server, with the same collation. MySQL's distribution is large, so an embedded one needs the Maven profile
     * {@code mysql}, and Debian's {@code libaio1} and {@code libnuma1}; see {@link OnMySql}.
     */
    public static TestDatabase mysql() {
        return server(Vendor.MYSQL).newDatabase();
    }

    /** Whether this build was asked to test on MySQL. */
    public static boolean mysqlAskedFor() {
        return System.getProperty(EmbeddedMySql.HOME) != null || System.getenv("ONLYONCE_TEST_MYSQL_URL") != null;
    }

    /**
     * A new H2 database in this JVM's memory. It proves nothing about PostgreSQL or InnoDB. Its sessions wait 20 seconds for a lock, and not two, for which a busy
     * machine may stand still.
     */
    public static TestDatabase h2() {
        String name = DatabaseServer.randomName();
        JdbcAddress address =
                new JdbcAddress("jdbc:h2:mem:", name, ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000", new Login("sa", ""));
        return TestDatabase.open(address, () -> address.execute("SHUTDOWN"));
    }

    /** A key prefix of the test's own on a shared Redis server. */
    public static TestRedis redis() {
        return RedisSearch.shared().newPrefix();
    }

    /** A Redis server of the test's own, to be killed, restarted and configured: the installed one, else an embedded one. */
    public static PrivateRedis privateRedis(String... options) {
        return PrivateRedis.start(RedisBinary.any(), options);
    }

    /** The same, always out of the Maven artifact: Redis 6.2 on Linux and macOS. */
    public static PrivateRedis embeddedRedis(String... options) {
        return PrivateRedis.start(RedisBinary.embedded(), options);
    }

    /** A Redis server of a test's own that follows another one, once it does. */
    public static PrivateRedis replicaOf(PrivateRedis master) {
        master.command("CONFIG", "SET", "repl-diskless-sync-delay", "0");
        PrivateRedis replica = privateRedis("--replicaof", "127.0.0.1", String.valueOf(master.port()));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() ->
                        String.valueOf(replica.command("INFO", "replication")).contains("master_link_status:up"));
        return replica;
    }

    /** A Sentinel of a test's own that watches this master, which has a replica. */
    public static PrivateSentinel sentinelOf(PrivateRedis master) {
        return PrivateSentinel.start(RedisBinary.any(), master);
    }

    /** Queues of the test's own on a shared RabbitMQ, or on what stands in for it. */
    public static TestRabbit rabbit() {
        return RabbitSearch.shared().newPrefix();
    }

    /** A RabbitMQ node of the test's own, to be killed and restarted: the installed one. Where there is none, the test is skipped, and the log says so. */
    public static PrivateRabbit privateRabbit() {
        return PrivateRabbit.start();
    }

    /** Topics of the test's own on a Kafka that this JVM's tests share. */
    public static TestKafka kafka() {
        return EmbeddedKafka.shared().newPrefix();
    }

    /** A Kafka broker of the test's own, to be killed and restarted. */
    public static PrivateKafka privateKafka() {
        return PrivateKafka.start();
    }

    private static DatabaseServer server(Vendor vendor) {
        synchronized (RUNNING) {
            @Nullable DatabaseServer running = RUNNING.get(vendor);
            if (running == null) {
                running = new ServerSearch(vendor, System.getenv()).find();
                RUNNING.put(vendor, running);
            }
            return running;
        }
    }
}
