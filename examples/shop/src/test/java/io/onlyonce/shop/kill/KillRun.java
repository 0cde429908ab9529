package io.onlyonce.shop.kill;

import io.onlyonce.shop.harness.ProviderSide;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.testkit.server.FreePort;
import java.io.File;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kills the shop at random moments under duplicated load, starts it again, lets every client repeat what was not answered, and then holds the answers against
 * the tables: each key answered in one way only, one order for it, no order beside these, one booking per order, no key stuck.
 */
final class KillRun {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAIRS = 6;
    private static final int PRODUCTS = 5;
    private static final int PIECES = 10_000_000;

    private final List<String> program;
    private final Database database;
    private final String run = "kill-" + Long.toString(System.currentTimeMillis(), 36);

    KillRun(List<String> program, Database database) {
        this.program = program;
        this.database = database;
    }

    /** {@code kills jdbc-url user [password]}, with {@code -Dshop.jar} naming the shop. */
    public static void main(String[] args) throws Exception {
        if (args.length < 3) {
            throw new IllegalArgumentException(
                    "Arguments: number of kills, JDBC URL of an empty database, user, password (none: empty).");
        }
        Database database = new Database(args[1], args[2], args.length > 3 ? args[3] : "");
        List<String> faults = new KillRun(List.of("-jar", System.getProperty("shop.jar", "shop.jar")), database)
                .kill(Integer.parseInt(args[0]));
        faults.forEach(System.out::println);
        System.out.println(faults.isEmpty() ? "PASSED" : "FAILED");
        System.exit(faults.isEmpty() ? 0 : 1);
    }

    /** Runs the test; gives what is wrong, empty if nothing is. */
    List<String> kill(int kills) throws Exception {
        long began = System.nanoTime();
        int port = FreePort.next();
        File log = File.createTempFile("shop-" + run, ".log");
        ProviderSide providers = new ProviderSide();
        Load load = new Load(new ShopClient(port), providers, run);
        HttpClient http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
        ShopProcess shop = new ShopProcess(program, database, port, providers.settings(), log);
        try {
            shop.awaitUp(http);
            prepare();
            load.start(PAIRS, PRODUCTS);
            for (int i = 1; i <= kills; i++) {
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(20, 1500));
                shop.kill();
                shop.restart();
                shop.awaitUp(http);
                if (i % 20 == 0) {
                    System.out.printf(
                            "%d of %d kills, %d requests, %d cut off%n",
                            i, kills, load.requests.get(), load.unanswered.get());
                }
            }
            List<Job> jobs = load.finish(120);
            report(kills, jobs, load, began, log);
            return faults(jobs);
        } finally {
            shop.kill();
        }
    }

    private void prepare() throws SQLException {
        for (int i = 0; i < PRODUCTS; i++) {
            if (database.number("SELECT COUNT(*) FROM product WHERE sku = ?", Load.product(i)) == 0) {
                database.update("INSERT INTO product (sku, price, stock) VALUES (?, 1.00, ?)", Load.product(i), PIECES);
            }
        }
        if (database.number("SELECT COUNT(*) FROM account WHERE account_id = ?", Load.ACCOUNT) == 0) {
            database.update("INSERT INTO account (account_id, balance) VALUES (?, 10000000.00)", Load.ACCOUNT);
        }
    }

    private static void report(int kills, List<Job> jobs, Load load, long began, File log) {
        System.out.printf(
                "%d kills in %d s: %d orders and as many payments by %d requests, of which %d were cut off, %d met no shop, %d were put off and %d"
                        + " replayed; the shop's log: %s%n",
                kills,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began),
                jobs.size(),
                load.requests.get(),
                load.unanswered.get(),
                load.refused.get(),
                load.putOff.get(),
                load.replayed.get(),
                log);
    }

    private List<String> faults(List<Job> jobs) throws SQLException {
        List<String> faults = new ArrayList<>();
        Set<String> orderIds = new HashSet<>();
        for (Job job : jobs) {
            String orderId = only(job.key(), "order", 201, job.orders(), faults)
                    .path("orderId")
                    .asString("");
            if (!orderIds.add(orderId)) {
                faults.add("Two keys were answered with the order " + orderId);
            }
            if (database.number(
                            "SELECT COUNT(*) FROM orders WHERE order_id = ? AND user_id = ? AND status = 'PAID'",
                            orderId,
                            job.user())
                    != 1) {
                faults.add("Lost: key " + job.key() + " was answered with the order " + orderId
                        + ", which is not there or not paid");
            }
            faults.addAll(paymentFaults(job, orderId));
        }
        long orders = database.number("SELECT COUNT(*) FROM orders WHERE user_id LIKE ?", run + "-%");
        if (orders != jobs.size()) {
            faults.add("There are " + orders + " orders for " + jobs.size() + " keys");
        }
        try (Connection connection = database.connect()) {
            faults.addAll(ShopInvariants.violations(connection));
        }
        return faults;
    }

    private List<String> paymentFaults(Job job, String orderId) throws SQLException {
        List<String> faults = new ArrayList<>();
        if (job.throughChannel()) {
            if (!job.payments().keySet().equals(Set.of("200 "))) {
                faults.add("The callbacks of the order " + orderId + " were answered with " + job.payments());
            }
            if (database.number("SELECT COUNT(*) FROM funds_journal WHERE order_id = ? AND channel = 'stripe'", orderId)
                    != 1) {
                faults.add("Lost: the callback of the order " + orderId + " was acknowledged, but is not booked");
            }
            return faults;
        }
        String journalNo = only(job.key(), "payment", 200, job.payments(), faults)
                .path("journalNo")
                .asString("");
        if (database.number(
                        "SELECT COUNT(*) FROM funds_journal WHERE order_id = ? AND journal_no = ?", orderId, journalNo)
                != 1) {
            faults.add("Lost: the payment of the order " + orderId + " was answered with the booking " + journalNo
                    + ", which is not there");
        }
        return faults;
    }

    /** The one answer that a job's request got, by however many clients it was sent. */
    private static JsonNode only(
            String key, String what, int status, Map<String, Integer> answers, List<String> faults) {
        String answer = answers.keySet().stream().findFirst().orElse("none");
        if (answers.size() != 1 || !answer.startsWith(status + " ")) {
            faults.add("The " + what + " under the key " + key + " got " + answers + " instead of one answer with "
                    + status);
            return JSON.createObjectNode();
        }
        return JSON.readTree(answer.substring(4));
    }
}
