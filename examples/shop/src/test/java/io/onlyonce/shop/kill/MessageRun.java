package io.onlyonce.shop.kill;

import io.onlyonce.shop.harness.BrokerSide;
import io.onlyonce.shop.harness.BrokerSide.Letter;
import io.onlyonce.shop.message.PointsProcess;
import io.onlyonce.testkit.server.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Four consumers in two processes get ten thousand messages, each up to five times, while one process after the other is killed and started again, and the broker goes away twice and
 * comes back. When all is dealt with, what is in the tables and at the broker must be what the messages told: the points of each user, each message once, nothing lost, and
 * among the dead letters exactly the poison.
 */
final class MessageRun {
    private static final int MESSAGES = 10_000;
    private static final int POISON = 25;
    private static final int BATCH = 200;

    /** As many at least while messages come: the last ones are held back until then. */
    private static final int KILLS = 8;

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    /** What parts of the journal must be there before the broker goes away. */
    private static final double[] OUTAGES = {0.2, 0.6};

    private final BrokerSide broker;
    private final Outage outage;
    private final Database database;
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final MessagePlan plan = MessagePlan.of(seed, MESSAGES, POISON);
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final List<ShopProcess> shops = new ArrayList<>();
    private final long began = System.nanoTime();
    private final AtomicInteger kills = new AtomicInteger();

    /** The broker goes away, as in a crash, and comes back with all that it has confirmed. */
    interface Outage {
        void happen();
    }

    MessageRun(BrokerSide broker, Outage outage, Database database) {
        this.broker = broker;
        this.outage = outage;
        this.database = database;
    }

    /** Runs the test; gives what is wrong, empty if nothing is. */
    List<String> run() throws Exception {
        File log = File.createTempFile("shop-messages", ".log");
        System.out.printf("Seed %d, the shops' log: %s%n", seed, log);
        ExecutorService beside = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 2; i++) {
                List<String> settings = new ArrayList<>(broker.settings());
                settings.addAll(List.of(
                        "spring.rabbitmq.listener.simple.concurrency=2",
                        "spring.kafka.listener.concurrency=2",
                        "spring.datasource.hikari.maximum-pool-size=8",
                        "onlyonce.messaging.retry-after=100ms",
                        "onlyonce.messaging.greatest-delay=500ms"));
                shops.add(new ShopProcess(
                        ShopProcess.ofThisClassPath(PointsProcess.class), database, FreePort.next(), settings, log));
            }
            for (ShopProcess shop : shops) {
                shop.awaitUp(http);
            }
            Future<?> feed = beside.submit(this::feed);
            Future<?> outages = beside.submit(this::outages);
            while (!isComplete(feed, outages)) {
                TimeUnit.MILLISECONDS.sleep(random.nextLong(500, 2000));
                if (!feed.isDone() || !outages.isDone()) { // after that they deal with what is left
                    killOne();
                }
            }
            drain();
            report();
            return faults();
        } finally {
            beside.shutdownNow();
            for (ShopProcess shop : shops) {
                shop.kill();
            }
        }
    }

    /** Until the broker has them all, whatever happens to it. */
    private Void feed() throws InterruptedException {
        List<String> deliveries = plan.deliveries();
        for (int from = 0; from < deliveries.size(); ) {
            int to = Math.min(from + BATCH, deliveries.size());
            if (kills.get() < (long) KILLS * to / deliveries.size()) {
                TimeUnit.MILLISECONDS.sleep(20);
                continue;
            }
            try {
                broker.send(deliveries.subList(from, to));
                from = to;
            } catch (IllegalStateException away) { // some of them may have arrived: they come once more
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
        return null;
    }

    private Void outages() throws InterruptedException, SQLException {
        for (double part : OUTAGES) {
            while (awarded() < part * plan.awarded().size()) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            outage.happen();
        }
        return null;
    }

    private boolean isComplete(Future<?> feed, Future<?> outages) throws Exception {
        if (System.nanoTime() - began > DEADLINE.toNanos()) {
            System.out.println("Not all was dealt with in " + DEADLINE + ".");
            return true;
        }
        if (!feed.isDone() || !outages.isDone()) {
            return false;
        }
        feed.get(); // throws what went wrong there
        outages.get();
        return awarded() >= plan.awarded().size()
                && broker.waiting() == 0
                && ids(broker.letters()).containsAll(plan.poison());
    }

    private long awarded() throws SQLException {
        return database.number("SELECT COUNT(*) FROM points_journal");
    }

    private void killOne() throws Exception {
        ShopProcess shop = shops.get(random.nextInt(shops.size()));
        shop.kill();
        shop.restart();
        shop.awaitUp(http);
        kills.incrementAndGet();
    }

    /** Ends the shops in good order. What they held and had not dealt with is back then, and they get it once more. */
    private void drain() throws Exception {
        for (int round = 1; round <= 5; round++) {
            for (ShopProcess shop : shops) {
                shop.stop();
            }
            if (broker.waiting() == 0) {
                return;
            }
            for (ShopProcess shop : shops) {
                shop.restart();
                shop.awaitUp(http);
            }
            awaitNothingWaiting();
        }
    }

    private void awaitNothingWaiting() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (broker.waiting() > 0 && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private void report() {
        System.out.printf(
                "%d messages and %d poison ones in %d deliveries, %d kills and %d restarts of the broker, in %d s%n",
                plan.awarded().size(),
                plan.poison().size(),
                plan.deliveries().size(),
                kills.get(),
                OUTAGES.length,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
    }

    private List<String> faults() throws SQLException, IOException {
        List<String> faults = new ArrayList<>();
        Set<String> awarded = new HashSet<>();
        Map<String, Long> points = new HashMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT message_id FROM points_journal")) {
                while (rows.next()) {
                    if (!awarded.add(rows.getString(1))) {
                        faults.add("Twice in the journal: " + rows.getString(1));
                    }
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT source, subject FROM onlyonce_inbox")) {
                while (rows.next()) {
                    leftOver(rows.getString(1), rows.getString(2), faults);
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT user_id, balance FROM points")) {
                while (rows.next()) {
                    points.put(rows.getString(1), rows.getLong(2));
                }
            }
        }
        compare("messages in the journal", plan.awarded(), awarded, faults);
        compare("points", plan.points().entrySet(), points.entrySet(), faults);
        compare("dead letters", plan.poison(), ids(broker.letters()), faults);
        none("messages that wait", broker.waiting(), faults);
        none("open records", database.number("SELECT COUNT(*) FROM onlyonce_record WHERE state = 'C'"), faults);
        if (kills.get() < KILLS) {
            faults.add("Only " + kills.get() + " kills: that was no test.");
        }
        return faults;
    }

    /** A copy of a poisoned message that failed before another copy's last try was counted, and is counted behind it, leaves its count to the purge. */
    private void leftOver(String source, String subject, List<String> faults) {
        if (!source.equals("failures:points") || !plan.poison().contains(subject)) {
            faults.add("Left over in the inbox: " + subject + " of " + source);
        }
    }

    private static Set<String> ids(List<Letter> letters) {
        return letters.stream().map(Letter::body).map(MessagePlan::idIn).collect(Collectors.toSet());
    }

    private static void compare(String what, Set<?> expected, Set<?> found, List<String> faults) {
        Set<Object> lost = new HashSet<>(expected);
        lost.removeAll(found);
        Set<Object> tooMuch = new HashSet<>(found);
        tooMuch.removeAll(expected);
        if (!lost.isEmpty() || !tooMuch.isEmpty()) {
            faults.add(what + ": missing " + lost + ", too much " + tooMuch);
        }
    }

    private static void none(String what, long number, List<String> faults) {
        if (number != 0) {
            faults.add(number + " " + what);
        }
    }
}
