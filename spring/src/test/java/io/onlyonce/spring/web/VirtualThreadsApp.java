package io.onlyonce.spring.web;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.probe.Probe;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisRecordStore;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.testkit.ChildJvm;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lets copies of requests wait on virtual threads, records where one kept its carrier, and tells {@link VirtualThreadsTest} what it has seen. Runs on Java 21 or
 * newer, but is compiled for 17, so it reaches for what is new by name.
 */
public final class VirtualThreadsApp {
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final int COPIES = 200;
    private static final long DEADLINE_SECONDS = 40;

    private VirtualThreadsApp() {}

    public static void main(String[] arguments) throws Exception {
        try (ChildJvm.Line parent = ChildJvm.toParent(arguments);
                Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            try (BusinessDatabase database = BusinessDatabase.postgres();
                    WebApp app = WebApp.start(
                            database,
                            new Class<?>[] {Orders.class, Arrivals.class},
                            "spring.threads.virtual.enabled=true",
                            "onlyonce.http.anonymous=shared");
                    TestRedis redis = TestServers.redis()) {
                // load classes, those of replays as well: who waits for one that another loads is pinned
                parent.say("warm-up, " + leased(redis, "warm-up"));
                parent.say("warm-up, " + http(app, "warm-up"));
                recording.start();
                onVirtualThreads(List.of(VirtualThreadsApp::pin));
                parent.say(http(app, "copy"));
                parent.say(leased(redis, "copy"));
                recording.stop();
                List<String> pinned = pinned(recording);
                parent.say("a thread that was pinned on purpose is seen: " + pinned.remove(Pinning.class.getName()));
                parent.say("handlers run on virtual threads: " + app.bean(Orders.class).virtual);
                parent.say("pinned within OnlyOnce: " + pinned);
                parent.say("end");
            }
        }
        System.exit(0); // whatever Redis' and the web server's threads still do
    }

    /** Half of the copies have one key, half another. */
    private static String http(WebApp app, String name) throws Exception {
        app.bean(Arrivals.class).expect(COPIES);
        List<Callable<Answer>> requests = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            String key = name + "-" + i % 2;
            requests.add(() -> app.client().post("/orders/" + key).key(key).send());
        }
        ExecutorService clients = Executors.newFixedThreadPool(COPIES);
        int executed = 0;
        int replayed = 0;
        for (Future<Answer> answer : clients.invokeAll(requests)) {
            if (answer.get().status() == 200) {
                replayed += answer.get().isReplay() ? 1 : 0;
                executed += answer.get().isReplay() ? 0 : 1;
            }
        }
        clients.shutdown();
        long effects = app.database().effects(name + "-0") + app.database().effects(name + "-1");
        return "HTTP: " + executed + " executed, " + replayed + " replayed, " + effects + " effects";
    }

    /** Half of the copies come to one node, half to another, whose first one asks Redis again and again. */
    private static String leased(TestRedis redis, String key) throws Exception {
        Operation<String> charge = Operation.named("charge", ResultCodec.text())
                .guarantee(Leased.of(Duration.ofSeconds(30)))
                .patience(Duration.ofSeconds(DEADLINE_SECONDS));
        RedisClient client = RedisClient.create(redis.uri());
        RedisAccess access =
                RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)).timeout(Duration.ofSeconds(20));
        List<OnlyOnce> nodes = List.of(
                OnlyOnce.leased(new RedisRecordStore(access, redis.prefix()), Probe.NONE),
                OnlyOnce.leased(new RedisRecordStore(access, redis.prefix()), Probe.NONE));
        CountDownLatch started = new CountDownLatch(COPIES);
        List<Callable<Outcome<String>>> calls = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            OnlyOnce node = nodes.get(i % 2);
            calls.add(() -> {
                started.countDown();
                return node.run(charge, Call.of("alice", key), attempt -> {
                    await(started);
                    return "done";
                });
            });
        }
        List<Outcome<String>> outcomes = onVirtualThreads(calls);
        client.shutdown();
        return "leased: "
                + outcomes.stream().filter(Outcome.Executed.class::isInstance).count() + " executed, "
                + outcomes.stream().filter(Outcome.Replayed.class::isInstance).count() + " replayed";
    }

    private static <T> List<T> onVirtualThreads(List<Callable<T>> work) throws Exception {
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<T> results = new ArrayList<>();
        for (Future<T> ended : threads.invokeAll(work)) {
            results.add(ended.get());
        }
        threads.shutdown();
        return results;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("Still waiting for " + latch);
        }
    }

    /** Where OnlyOnce stood when a virtual thread kept its carrier: the innermost of its classes. */
    private static List<String> pinned(Recording recording) throws IOException {
        Path file = Files.createTempFile("pinned", ".jfr");
        try {
            recording.dump(file);
            List<String> found = new ArrayList<>();
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getEventType().getName().equals(PINNED) && event.getStackTrace() != null) {
                    event.getStackTrace().getFrames().stream()
                            .map(VirtualThreadsApp::place)
                            .filter(VirtualThreadsApp::isOurs)
                            .findFirst()
                            .ifPresent(found::add);
                }
            }
            return found;
        } finally {
            Files.delete(file);
        }
    }

    private static String place(RecordedFrame frame) {
        return frame.getMethod().getType().getName();
    }

    private static boolean isOurs(String type) {
        boolean ofTests =
                type.startsWith("io.onlyonce.spring.support.") || type.startsWith(VirtualThreadsApp.class.getName());
        return type.equals(Pinning.class.getName()) || (type.startsWith("io.onlyonce.") && !ofTests);
    }

    private static boolean pin() {
        return Pinning.DONE;
    }

    /** No Java lets a virtual thread go that waits while it makes a class ready. */
    private static final class Pinning {
        static final boolean DONE = waits();

        private static boolean waits() {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            return true;
        }
    }

    /** Lets each order wait until all requests have arrived. */
    @RestController
    static class Orders {
        private final Effects effects;
        private final Arrivals arrivals;
        private volatile boolean virtual;

        Orders(Effects effects, Arrivals arrivals) {
            this.effects = effects;
            this.arrivals = arrivals;
        }

        @PostMapping("/orders/{key}")
        @Idempotent
        public String order(@PathVariable String key) throws Exception {
            virtual = (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
            effects.write(key);
            await(arrivals.all);
            return "ordered";
        }
    }

    /** Counts requests before OnlyOnce sees them. */
    @Component
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class Arrivals implements Filter {
        private volatile CountDownLatch all = new CountDownLatch(0);

        void expect(int requests) {
            all = new CountDownLatch(requests);
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            all.countDown();
            chain.doFilter(request, response);
        }
    }
}
