package io.onlyonce.shop.kill;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ProviderSide;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Notice;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Duplicated load: pairs of clients that send the same orders and the same payments at the same time. A client repeats each request, with the same key, until it
 * is answered, whatever happens to the shop in between. Every second payment goes through a channel, whose callback each of the two repeats.
 */
final class Load {
    static final String ACCOUNT = "KILL";
    static final String PRICE = "1.00";

    private final ShopClient client;
    private final String run;
    private final ProviderSide providers;
    private final Queue<Job> jobs = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    final AtomicLong requests = new AtomicLong();
    final AtomicLong refused = new AtomicLong();
    final AtomicLong unanswered = new AtomicLong();
    final AtomicLong putOff = new AtomicLong();
    final AtomicLong replayed = new AtomicLong();
    private volatile boolean ending;

    Load(ShopClient client, ProviderSide providers, String run) {
        this.client = client;
        this.providers = providers;
        this.run = run;
    }

    static String product(int number) {
        return "KILL-" + number;
    }

    void start(int pairs, int products) {
        for (int pair = 0; pair < pairs; pair++) {
            CyclicBarrier together = new CyclicBarrier(2);
            Job[] current = new Job[1];
            int number = pair;
            for (int member = 0; member < 2; member++) {
                boolean leads = member == 0;
                threads.add(new Thread(
                        () -> send(together, current, leads, number, products),
                        "client-" + pair + (leads ? "a" : "b")));
            }
        }
        threads.forEach(Thread::start);
    }

    /** No new orders; returns when every one that was begun is answered. */
    List<Job> finish(long seconds) throws InterruptedException {
        ending = true;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(failures.size() + " clients failed", failures.peek());
        }
        if (threads.stream().anyMatch(Thread::isAlive)) {
            throw new IllegalStateException("A request was not answered in " + seconds + " s: its key is stuck.");
        }
        return List.copyOf(jobs);
    }

    private void send(CyclicBarrier together, Job[] current, boolean leads, int pair, int products) {
        try {
            for (int number = 0; ; number++) {
                if (leads) {
                    current[0] = ending
                            ? null
                            : new Job(run + "-" + pair, ShopClient.newKey(), number % products, number % 2 == 1);
                }
                together.await();
                @Nullable Job job = current[0];
                if (job == null) {
                    return;
                }
                if (leads) {
                    jobs.add(job);
                }
                work(job);
                together.await();
            }
        } catch (Exception | AssertionError e) {
            failures.add(e);
            together.reset();
        }
    }

    private void work(Job job) throws InterruptedException {
        String order = "{\"sku\":\"" + product(job.product()) + "\",\"quantity\":1,\"requestNo\":null}";
        Answer ordered = untilAnswered(() -> client.order(job.user(), job.key(), order));
        Job.count(job.orders(), ordered.status() + " " + ordered.body());
        if (ordered.status() == 201) {
            Answer paid = job.throughChannel()
                    ? paidThroughChannel(job, ordered.text("orderId"))
                    : untilAnswered(() -> client.pay(ordered.text("orderId"), ACCOUNT, PRICE));
            Job.count(job.payments(), paid.status() + " " + paid.body());
        }
    }

    /** Each client goes to the channel's page under the same key, and each is the provider that repeats its callback until it is heard. */
    private Answer paidThroughChannel(Job job, String orderId) throws InterruptedException {
        Answer page = untilAnswered(() -> client.post(
                "/api/orders/" + orderId + "/checkout",
                "{\"channel\":\"stripe\"}",
                "Idempotency-Key",
                job.key() + "-page"));
        Notice paid = providers.paid(Channel.STRIPE, page.text("paymentNo"), PRICE);
        return untilAnswered(() -> client.callback(Channel.STRIPE, providers.signed(paid)));
    }

    private interface Request {
        Answer send() throws IOException;
    }

    /** No answer, 503 and "in progress" all mean the same to a client: once more, with the same key. */
    private Answer untilAnswered(Request request) throws InterruptedException {
        while (true) {
            requests.incrementAndGet();
            try {
                Answer answer = request.send();
                if (answer.retryAfter() == 0 && answer.status() != 503) {
                    replayed.addAndGet(answer.replayed() ? 1 : 0);
                    return answer;
                }
                putOff.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (ConnectException down) {
                refused.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(200);
            } catch (IOException noAnswer) {
                unanswered.incrementAndGet();
            }
        }
    }
}
