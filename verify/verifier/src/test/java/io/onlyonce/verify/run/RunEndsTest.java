package io.onlyonce.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.check.Verdict.Invalid;
import io.onlyonce.verify.check.Verdict.Unknown;
import io.onlyonce.verify.check.Verdict.Valid;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How runs end, where it is not the way that everybody hopes for. */
@DisplayName("A run")
@Timeout(120)
class RunEndsTest {
    private static final String REQUEST = """
            target: {url: "%s", patience: 1s}
            requests:
              place:
                method: POST
                path: /orders
                headers: {X-User-Id: "${user}"}
                key: Idempotency-Key
                body: '{"ref":"${ref}"}'
                effects: {get: /effects, rows: /items, columns: [/ref, /count]}
            """;

    @TempDir
    Path directory;

    private Result run(String yaml) throws InterruptedException {
        return new Verification(PlanFile.parse("plan.yaml", yaml), 1, directory, Progress.NONE).run();
    }

    private Result run(Stub stub, String rest) throws InterruptedException {
        return run(REQUEST.formatted(stub.url()) + rest);
    }

    private static Stub right() throws Exception {
        return right(() -> {});
    }

    /** What a request waits for. */
    private interface Before {
        void await() throws IOException, InterruptedException;
    }

    private static Stub right(Before before) throws Exception {
        Map<String, String> effects = new ConcurrentHashMap<>();
        AtomicInteger port = new AtomicInteger();
        Stub[] self = new Stub[1];
        self[0] = new Stub((exchange, body) -> {
            before.await();
            String ref = Stub.ref(body);
            if (effects.putIfAbsent(ref, "done") == null) {
                self[0].effects.add(ref);
            }
            port.incrementAndGet();
            Stub.answer(exchange, 201, "{\"ref\":\"" + ref + "\"}");
        });
        return self[0];
    }

    private static void assertUnknown(Result result, String... words) {
        assertThat(result.verdict())
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.why()).contains(words));
    }

    private static void assertBroken(Verdict verdict, String check) {
        assertThat(verdict).isInstanceOf(Invalid.class);
        assertThat(((Invalid) verdict).counterExamples())
                .extracting(CounterExample::check)
                .contains(check);
    }

    @Test
    @DisplayName("waits for what a request does late of whose outcome nobody knows")
    void late() throws Exception {
        Stub[] self = new Stub[1];
        AtomicInteger first = new AtomicInteger();
        try (Stub stub = new Stub((exchange, body) -> {
            if (first.getAndIncrement() == 0) {
                Thread.sleep(1500); // its client is gone long before, and the effect comes all the same
            }
            self[0].effects.add(Stub.ref(body));
            Stub.answer(exchange, 201, "{}");
        })) {
            self[0] = stub;
            Result result = run(stub, """
                    workload: [{retries: place, operations: 1, attempts: 2, timeout: 300ms}]
                    linger: 10s
                    """);
            assertBroken(result.verdict(), "at-most-one-effect");
        }
    }

    @Test
    @DisplayName("on data that are wrong already is unknown, and sends nothing")
    void wrongBefore() throws Exception {
        try (Stub stub = right()) {
            stub.effects.add("old");
            Result result = run(stub, """
                    observe: {never: {no effects at all: {get: /effects, rows: /items, columns: [/ref]}}}
                    workload: [{burst: place}]
                    """);
            assertUnknown(result, "before anything was sent", "no effects at all");
            assertThat(result.evidence().history().attempts()).isEmpty();
        }
    }

    @Test
    @DisplayName("is unknown if a balance is not one number, or a column is not there")
    void blind() throws Exception {
        try (Stub stub = right()) {
            assertUnknown(run(stub, """
                    observe: {balances: {stock: {get: /effects, rows: /items, columns: [/count]}}}
                    workload: [{burst: place}]
                    """), "\"stock\" is 0 rows");
            stub.effects.add("old");
            assertUnknown(run(stub, """
                    observe: {never: {nothing: {get: /effects, rows: /items, columns: [/number]}}}
                    workload: [{burst: place}]
                    """), "no /number");
        }
    }

    @Test
    @DisplayName("that has proved a breach stays invalid when the service dies afterwards, and says that it did")
    void diesLater() throws Exception {
        Stub[] self = new Stub[1];
        AtomicInteger looks = new AtomicInteger();
        try (Stub stub = new Stub((exchange, body) -> {
            self[0].effects.add(Stub.ref(body));
            Stub.answer(exchange, 201, "{}");
        })) {
            self[0] = stub;
            stub.on("/all", (exchange, body) -> {
                boolean last = looks.incrementAndGet() == 3; // the first sum, the first look, the look after the round
                Stub.answer(exchange, 200, "{\"count\":1}");
                if (last) {
                    stub.die();
                }
            });
            Result result = run(stub, """
                    observe: {balances: {stock: {get: /all, columns: [/count]}}}
                    workload: [{burst: place, operations: 1, copies: 3}]
                    """);
            assertBroken(result.verdict(), "at-most-one-effect");
            assertThat(result.evidence().history().events())
                    .anyMatch(event ->
                            event instanceof Event.Noted noted && noted.what().contains("the run stopped here"));
        }
    }

    @Test
    @DisplayName("that can't look at the data at its end is judged by the answers, if these break a rule")
    void answersOnly() throws Exception {
        AtomicInteger numbers = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        try (Stub stub = new Stub(
                (exchange, body) -> Stub.answer(exchange, 201, "{\"number\":" + numbers.incrementAndGet() + "}"))) {
            stub.on(
                    "/all",
                    (exchange, body) ->
                            Stub.answer(exchange, looks.incrementAndGet() > 2 ? 500 : 200, "{\"count\":1}"));
            Result result = run(stub, """
                    observe: {balances: {stock: {get: /all, columns: [/count]}}}
                    workload: [{replays: place, operations: 1}]
                    """);
            assertBroken(result.verdict(), "replay-equals-first");
            assertThat(((Invalid) result.verdict()).counterExamples()).hasSize(1);
        }
    }

    @Test
    @DisplayName("finds a key stuck that hangs while others are served, even where it prepares others")
    void hangs() throws Exception {
        AtomicInteger orders = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        try (Stub stub = new Stub((exchange, body) -> {
            if (body.contains("\"hang\"") && orders.getAndIncrement() > 0) {
                never.await();
            }
            Stub.answer(exchange, 200, "{}");
        })) {
            Result result = run("""
                    target: {url: "%s", patience: 1s}
                    requests:
                      place: {method: POST, path: /orders, body: '{"hang"}', same: nothing}
                      pay: {method: POST, path: /pay, needs: {order: place}}
                      other: {method: POST, path: /other}
                    workload:
                      - {burst: other, operations: 200, copies: 2}
                      - {replays: pay, operations: 2, times: 1}
                    settle: 500ms
                    timeout: 300ms
                    """.formatted(stub.url()));
            assertBroken(result.verdict(), "no-stuck-key");
        }
    }

    @Test
    @DisplayName("ends at once when a fault can't be dealt any more: a node had ended by itself")
    void nodeGone() throws Exception {
        try (Stub stub = right()) {
            Result result = run(started(stub, "sleep 0.2") + """
                    workload: [{replays: place, operations: 20, times: 3}]
                    faults: {kill: {every: 500ms}}
                    rounds: 100000
                    """);
            assertUnknown(result, "Node 1 ended by itself with code 0");
        }
    }

    @Test
    @DisplayName("starts no killed node while a command runs, which may have taken its database away")
    void nodeNeedsDatabase() throws Exception {
        Path away = directory.resolve("away");
        Path up = directory.resolve("up");
        Path starts = Files.createFile(directory.resolve("starts"));
        Path commands = Files.createFile(directory.resolve("commands"));
        Path node = Files.writeString(directory.resolve("node.sh"), """
                echo >> %3$s
                for i in 1 2 3 4 5 6; do [ -e %1$s ] && exit 3; sleep 0.05; done
                echo $$ > %2$s.new && mv %2$s.new %2$s
                exec sleep 600
                """.formatted(away, up, starts));
        try (Stub stub = right(() -> awaitLines(Map.of(starts, 4, commands, 3)))) { // it is started once without a kill
            stub.on("/ready", (exchange, body) -> Stub.answer(exchange, isUp(up) ? 200 : 503, ""));
            Result result = run(started(stub, "sh " + node).replace("start:", "ready: /ready, start:")
                    + """
                    workload: [{replays: place, operations: 4, times: 1}]
                    faults: {kill: {every: 50ms}, command: {run: "touch %1$s; sleep 0.1; rm %1$s; echo >> %2$s", every: 50ms}}
                    timeout: 1m
                    """.formatted(away, commands));
            assertThat(result.verdict()).isInstanceOf(Valid.class);
            assertThat(result.evidence().history().faults())
                    .allSatisfy((fault, times) -> assertThat(times).as(fault).isGreaterThanOrEqualTo(3));
        }
    }

    private static void awaitLines(Map<Path, Integer> files) throws IOException, InterruptedException {
        for (Map.Entry<Path, Integer> file : files.entrySet()) {
            while (Files.readAllLines(file.getKey()).size() < file.getValue()) {
                Thread.sleep(10);
            }
        }
    }

    /** Whether the process that has written its number there is alive. */
    private static boolean isUp(Path file) throws IOException {
        return Files.exists(file)
                && ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                        .map(ProcessHandle::isAlive)
                        .orElse(false);
    }

    @Test
    @DisplayName("does not wait for ever for a command that hangs")
    void hangingCommand() throws Exception {
        try (Stub stub = right()) {
            Result result = run(stub, """
                    workload: [{replays: place, operations: 20, times: 3}]
                    faults: {command: {run: sleep 600, every: 100ms}}
                    rounds: 100000
                    """);
            assertUnknown(result, "\"sleep 600\" had not ended after");
        }
    }

    @Test
    @DisplayName("tells of each planned fault how often it came, 0 included")
    void faultsCounted() throws Exception {
        try (Stub stub = right()) {
            Result result = run(started(stub, "sleep 600") + """
                    workload: [{burst: place, operations: 2}]
                    faults: {late: 20%, latency: 1ms, kill: {every: 10m}, pause: {every: 10m}}
                    linger: 0s
                    """);
            assertThat(result.verdict()).isInstanceOf(Valid.class);
            assertThat(result.evidence().history().faults())
                    .containsKeys("late", "kill", "pause")
                    .containsEntry("kill", 0)
                    .containsEntry("pause", 0);
            assertThat(result.evidence().history().faults().get("late")).isPositive();
        }
    }

    private static String started(Stub stub, String command) {
        return REQUEST.formatted(stub.url()).replace("patience: 1s", "patience: 10s, start: [\"" + command + "\"]");
    }

    @Test
    @DisplayName("that can't put a request together says what is missing")
    void missingMember() throws Exception {
        try (Stub stub = new Stub((exchange, body) -> Stub.answer(exchange, 200, "{\"orderId\":7}"))) {
            Result result = run("""
                    target: {url: "%s"}
                    requests:
                      place: {method: POST, path: /orders, same: nothing}
                      pay: {method: POST, path: "/orders/${order.id}/pay", needs: {order: place}}
                    workload: [{burst: pay, operations: 1, copies: 2}]
                    """.formatted(stub.url()));
            assertUnknown(result, "\"pay\" could not be put together", "${order.id}");
        }
    }

    @Test
    @DisplayName("takes a captured member from behind what is kept of an answer, and a value with a space into a path")
    void longAnswer() throws Exception {
        String filler = "x".repeat(5000);
        try (Stub stub = new Stub((exchange, body) -> Stub.answer(
                exchange,
                exchange.getRequestURI().getRawPath().matches("/orders(/a%20b%2Fc/pay)?".replace("%2F", "/"))
                        ? 200
                        : 404,
                "{\"filler\":\"" + filler + "\",\"id\":\"a b/c\",\"ref\":\"" + Stub.ref(body) + "\"}"))) {
            Result result = run("""
                    target: {url: "%s"}
                    requests:
                      place: {method: POST, path: /orders, body: '{"ref":"${ref}"}', echo: true}
                      pay: {method: POST, path: "/orders/${order.id}/pay", needs: {order: place}, body: '{"ref":"${ref}"}', echo: true}
                    workload: [{burst: pay, operations: 2, copies: 2}]
                    """.formatted(stub.url()));
            assertThat(result.verdict()).isInstanceOf(Valid.class);
        }
    }

    @Test
    @DisplayName("of two that begin together has numbers of its own")
    void prefixes() throws Exception {
        try (Stub stub = right()) {
            String yaml = "workload: [{burst: place, operations: 1, copies: 1}]";
            String one = run(stub, yaml)
                    .evidence()
                    .history()
                    .attempts()
                    .get(0)
                    .call()
                    .ref();
            String other = run(stub, yaml)
                    .evidence()
                    .history()
                    .attempts()
                    .get(0)
                    .call()
                    .ref();
            assertThat(one)
                    .isNotEqualTo(other)
                    .hasSameSizeAs(other)
                    .hasSizeGreaterThan(
                            Long.toString(Duration.ofDays(365 * 100L).toMillis(), Character.MAX_RADIX)
                                    .length());
        }
    }
}
