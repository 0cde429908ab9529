package io.onlyonce.shop.kill;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShardedSide;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.testkit.server.FreePort;
import io.onlyonce.testkit.server.KillablePostgres;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Transfers between accounts in two databases, through two shops, each sent by two clients at once, who repeat it under its key until it is answered, while either shop and either database is killed
 * and started again. When all is answered and at rest, answers and tables must fit: one answer for each key, one transfer for each, final, booked as it ended, and the money is what it was.
 */
final class TransferRun {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAIRS = 6;
    private static final int ACCOUNTS = 100;
    private static final long PATIENCE_SECONDS = 180;

    /** So many take long enough for each of the four to be killed. */
    private static final int MANY = 5000;

    /** Of how many transfers one goes to nobody, and one is of more than anybody has. */
    private static final int ODD = 20;

    private final List<KillablePostgres> servers;
    private final ShardedSide shards;
    private final int transfers;
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final Queue<Job> answered = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger repeats = new AtomicInteger();
    /** Whose turn it is to be killed: each of the four once, in any order, before one is again. */
    private final List<Integer> due = new ArrayList<>();

    private final Map<String, Integer> kills = new ConcurrentHashMap<>();

    /** One transfer, and what its clients were told. */
    private record Job(String key, String body, Set<String> answers) {}

    /**
     * @param servers the home's, and the other shard's
     */
    TransferRun(List<KillablePostgres> servers, int transfers) {
        this.servers = servers;
        this.shards = ShardedSide.on(servers.get(0).database(), servers.get(1).database());
        this.transfers = transfers;
    }

    /** Runs it; gives what is wrong, empty if nothing is. */
    List<String> run() throws Exception {
        long began = System.nanoTime();
        File log = File.createTempFile("shop-transfers", ".log");
        System.out.printf("Seed %d, the shops' log: %s%n", seed, log);
        HttpClient http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
        List<ShopProcess> shops = new ArrayList<>();
        try {
            List<ShopClient> clients = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int port = FreePort.next();
                shops.add(new ShopProcess(ShopProcess.ofThisClassPath(), home(), port, settings(), log));
                clients.add(new ShopClient(port));
            }
            for (ShopProcess shop : shops) {
                shop.awaitUp(http);
            }
            List<Thread> threads = clients(clients);
            while (threads.stream().anyMatch(Thread::isAlive)) {
                TimeUnit.MILLISECONDS.sleep(random.nextLong(200, 1500));
                if (next.get() < transfers) {
                    killOne(shops, http);
                } else {
                    join(threads);
                }
            }
            awaitRest();
            report(began);
            return faults();
        } finally {
            for (ShopProcess shop : shops) {
                shop.kill();
            }
        }
    }

    private Database home() {
        return new Database(
                shards.home().url(), shards.home().user(), shards.home().password());
    }

    /** Short leases, so that it is soon gone on with what a kill has left; and a database that is away for a while does not put a transfer aside. */
    private List<String> settings() {
        List<String> settings = new ArrayList<>(shards.settings());
        settings.addAll(List.of(
                "onlyonce.lease=2s",
                "shop.transfers.lease=2s",
                "onlyonce.sagas.complete-every=300ms",
                "onlyonce.sagas.first-delay=200ms",
                "onlyonce.sagas.longest-delay=2s",
                "onlyonce.sagas.max-tries=1000"));
        return settings;
    }

    private List<Thread> clients(List<ShopClient> clients) {
        List<Thread> threads = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            Random choice = new Random(seed + pair);
            threads.add(new Thread(() -> pay(clients, choice), "pair-" + pair));
        }
        threads.forEach(Thread::start);
        return threads;
    }

    private void pay(List<ShopClient> clients, Random choice) {
        try {
            for (int number = next.getAndIncrement(); number < transfers; number = next.getAndIncrement()) {
                Job job = new Job(ShopClient.newKey(), body(choice, number), ConcurrentHashMap.newKeySet());
                Thread copy = new Thread(() -> send(job, clients, 1), "copy-" + number);
                copy.start();
                send(job, clients, 0);
                copy.join();
                answered.add(job);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String body(Random choice, int number) {
        int from = choice.nextInt(ACCOUNTS) + 1;
        int to = (from + choice.nextInt(ACCOUNTS - 1)) % ACCOUNTS + 1;
        String receiver = number % ODD == 7 ? "nobody" : "A" + to;
        String amount = number % ODD == 13 ? "10000000.00" : choice.nextInt(20) + 1 + ".00";
        return "{\"fromAccountId\":\"A" + from + "\",\"toAccountId\":\"" + receiver + "\",\"amount\":\"" + amount
                + "\"}";
    }

    /** No answer, a 5xx and "in progress" all mean the same to a client: once more, with the same key, at either shop. */
    private void send(Job job, List<ShopClient> clients, int first) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            for (int turn = first; System.nanoTime() < deadline; turn++) {
                requests.incrementAndGet();
                Answer answer = answer(clients.get(turn % 2), job);
                if (answer != null && answer.status() < 500 && answer.status() != 409) {
                    job.answers().add(answer.status() + " " + answer.body());
                    return;
                }
                repeats.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(50);
            }
            failures.add(new IllegalStateException("Not answered in " + PATIENCE_SECONDS + " s: " + job));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static @Nullable Answer answer(ShopClient client, Job job) {
        try {
            return client.post("/api/transfers", job.body(), "Idempotency-Key", job.key(), "X-User-Id", "mover");
        } catch (IOException none) {
            return null;
        }
    }

    /** One at a time: a shop starts only while both databases are there. */
    private void killOne(List<ShopProcess> shops, HttpClient http) throws Exception {
        if (due.isEmpty()) {
            due.addAll(List.of(0, 1, 2, 3));
            Collections.shuffle(due, random);
        }
        int which = due.remove(due.size() - 1);
        if (which < 2) {
            ShopProcess shop = shops.get(which);
            shop.kill();
            shop.restart();
            shop.awaitUp(http);
        } else {
            KillablePostgres server = servers.get(which - 2);
            server.kill();
            TimeUnit.MILLISECONDS.sleep(random.nextLong(300));
            server.restart();
        }
        kills.merge(which < 2 ? "shop " + (which + 1) : shards.names().get(which - 2), 1, Integer::sum);
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** What is answered may still be noted as ended, and no more than that. */
    private void awaitRest() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!shards.violations().isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private void report(long began) {
        System.out.printf(
                "%d transfers, each by two clients, in %d s: %d done, %d refused; %d requests, %d of them repeats; kills: %s%n",
                answered.size(),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began),
                shards.sum("SELECT COUNT(*) FROM transfer WHERE status = 'DONE'"),
                shards.sum("SELECT COUNT(*) FROM transfer WHERE status = 'REFUSED'"),
                requests.get(),
                repeats.get(),
                kills);
    }

    private List<String> faults() throws Exception {
        List<String> faults = new ArrayList<>(shards.violations());
        failures.forEach(failure -> faults.add(String.valueOf(failure.getMessage())));
        Set<String> done = new HashSet<>();
        for (Job job : answered) {
            String answer = job.answers().stream().findFirst().orElse("none");
            if (job.answers().size() != 1) {
                faults.add("The key " + job.key() + " was answered with " + job.answers());
            } else if (answer.startsWith("201 ")
                    && !done.add(JSON.readTree(answer.substring(4))
                            .path("transferId")
                            .asString())) {
                faults.add("Two keys were answered with one transfer: " + answer);
            } else if (!answer.matches("(?s)(201|402|404) .*")) {
                faults.add("The key " + job.key() + " was answered with " + answer);
            }
        }
        long ended = shards.sum("SELECT COUNT(*) FROM transfer");
        long noted = shards.sum("SELECT COUNT(*) FROM transfer WHERE status = 'DONE'");
        if (ended != transfers || noted != done.size()) {
            faults.add(transfers + " keys, " + ended + " transfers; " + done.size()
                    + " were told that they are done, and " + noted + " are");
        }
        if (kills.isEmpty() || (kills.size() < 4 && transfers > MANY)) {
            faults.add("Not each of them was killed: " + kills);
        }
        return faults;
    }
}
