package io.onlyonce.verify.junit;

import io.onlyonce.verify.check.Expectation.Refusals;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.plan.Faults;
import io.onlyonce.verify.plan.Faults.Connection;
import io.onlyonce.verify.plan.Observers;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.Plan.Pace;
import io.onlyonce.verify.plan.Plan.Target;
import io.onlyonce.verify.plan.RequestBuilder;
import io.onlyonce.verify.plan.RequestPlan;
import io.onlyonce.verify.plan.Source;
import io.onlyonce.verify.plan.Workload;
import io.onlyonce.verify.report.Report;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One request, held to taking effect once: which it is, how its effects are counted, what clients do with it. In path, headers and body <code>${ref}</code> is the operation's
 * own number, <code>${key}</code> its key, <code>${user}</code> its user, <code>${n}</code> a small number and <code>${now}</code> the time. Not thread-safe.
 */
public final class Idempotency {
    private static final String NAME = "request";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final double MOST_CUTS = 0.2;
    private static final int MOST = 1_000_000;

    private final String url;
    private final UnaryOperator<PlanVerification> kept;
    private final Map<String, Source> balances = new LinkedHashMap<>();
    private final Map<String, Source> never = new LinkedHashMap<>();
    private final List<Function<Integer, Workload>> workloads = new ArrayList<>();

    private @Nullable RequestBuilder request;
    private Faults faults = Faults.NONE;
    private Pace pace = Pace.STANDARD;
    private int operations = 10;
    private boolean reuse;
    private boolean users;
    private OptionalLong seed = OptionalLong.empty();

    private Idempotency(String url, UnaryOperator<PlanVerification> kept) {
        this.url = url;
        this.kept = kept;
    }

    /**
     * @param url of the service, like {@code http://127.0.0.1:8080}
     * @throws IllegalArgumentException if it has no port, or a path
     */
    public static Idempotency of(String url) {
        return of(url, UnaryOperator.identity());
    }

    /**
     * @param kept puts the run where it belongs
     */
    static Idempotency of(String url, UnaryOperator<PlanVerification> kept) {
        URI uri = URI.create(url);
        if (!"http".equals(uri.getScheme())
                || uri.getHost() == null
                || uri.getPort() < 1
                || !String.valueOf(uri.getPath()).isEmpty()) {
            throw new IllegalArgumentException(JunitTexts.url(url));
        }
        return new Idempotency(url, kept);
    }

    public Idempotency post(String path) {
        return request("POST", path);
    }

    public Idempotency put(String path) {
        return request("PUT", path);
    }

    public Idempotency patch(String path) {
        return request("PATCH", path);
    }

    public Idempotency delete(String path) {
        return request("DELETE", path);
    }

    private Idempotency request(String method, String path) {
        request = new RequestBuilder(method, path);
        return this;
    }

    private RequestBuilder request() {
        if (request == null) {
            throw new IllegalStateException(JunitTexts.noRequest());
        }
        return request;
    }

    public Idempotency header(String name, String value) {
        request().header(name, value);
        return this;
    }

    /** A JSON body. */
    public Idempotency json(String body) {
        request().body(body);
        return header("Content-Type", "application/json");
    }

    /** A body of any kind. */
    public Idempotency body(String body) {
        request().body(body);
        return this;
    }

    /** The header that carries the key. */
    public Idempotency key(String header) {
        request().key(header);
        return this;
    }

    /** Whose key it is; one text for all if keys are the service's, not the user's. By default <code>${user}</code>. */
    public Idempotency user(String template) {
        request().user(template);
        return this;
    }

    /** What a status means if its body holds this text, where the status alone does not tell. */
    public Idempotency answer(int status, String text, Meaning meaning) {
        request().answer(status, text, meaning);
        return this;
    }

    /** JSON pointers to members of the answer that may differ. */
    public Idempotency ignore(String... pointers) {
        request().ignore(List.of(pointers));
        return this;
    }

    /** Only the bodies of successes must be the same: "created" the first time, "there it is" later. */
    public Idempotency sameBody() {
        request().same(Same.BODY);
        return this;
    }

    /** A refusal is not for good: a retry may succeed. */
    public Idempotency freshRefusals() {
        request().refusals(Refusals.FRESH);
        return this;
    }

    /** "In progress" need not say when to come back. */
    public Idempotency withoutRetryAfter() {
        request().withoutRetryAfter();
        return this;
    }

    /** Counts effects, by the number <code>${ref}</code> of a payload: how often did it take effect? */
    public Idempotency effects(ToLongFunction<String> count) {
        request()
                .effects(new Source.Code(
                        "effects",
                        (run, refs) -> refs.stream()
                                .map(ref -> List.of(ref, Long.toString(count.applyAsLong(ref))))
                                .toList()));
        return this;
    }

    /**
     * Counts effects in a database.
     *
     * @param query for number and count; <code>${run}</code> in it is what all numbers of the run begin with
     */
    public Idempotency effectsSql(DataSource dataSource, String query) {
        request().effects(new Source.Code(query, new SqlReader(dataSource, query)));
        return this;
    }

    /** A sum that the run must not change: money, stock. */
    public Idempotency conserved(String name, Supplier<? extends Number> sum) {
        balances.put(
                name,
                new Source.Code(name, (run, refs) -> List.of(List.of(sum.get().toString()))));
        return this;
    }

    /**
     * Rows that must not exist.
     *
     * @param rule says so
     */
    public Idempotency neverSql(String rule, DataSource dataSource, String query) {
        never.put(rule, new Source.Code(query, new SqlReader(dataSource, query)));
        return this;
    }

    /**
     * So many copies leave at once.
     *
     * @throws IllegalArgumentException if there are none, or more than a client has connections
     */
    public Idempotency burst(int copies) {
        check("copies", copies, Workload.Burst.MOST_COPIES);
        workloads.add(count -> new Workload.Burst(NAME, count, copies));
        return this;
    }

    /** Impatient clients give up waiting and send again, while the service may still be at work. */
    public Idempotency retries() {
        workloads.add(count -> new Workload.Retries(NAME, count, 4, Duration.ofMillis(100)));
        return this;
    }

    /** The same request again and again, each after the answer to the one before. */
    public Idempotency replays() {
        workloads.add(count -> new Workload.Replays(NAME, count, 3));
        return this;
    }

    /** A key comes again with another payload: the request must have <code>${key}</code>, and <code>${ref}</code> or <code>${n}</code> in body or path. */
    public Idempotency reuse() {
        reuse = true;
        workloads.add(count -> new Workload.Reuse(NAME, count));
        return this;
    }

    /** Two users choose the same key; <code>${user}</code> in the request tells the service which one it is. */
    public Idempotency users() {
        users = true;
        workloads.add(count -> new Workload.Users(NAME, count));
        return this;
    }

    /**
     * Connections break: before, while and after the service is at work, this share of the requests each.
     *
     * @param share from 0 to 0.2
     * @throws IllegalArgumentException if it is not
     */
    public Idempotency cuts(double share) {
        if (!(share >= 0 && share <= MOST_CUTS)) {
            throw new IllegalArgumentException(JunitTexts.share(share, MOST_CUTS));
        }
        Map<Connection, Double> shares = new EnumMap<>(Connection.class);
        for (Connection connection : Connection.values()) {
            shares.put(connection, share);
        }
        faults = new Faults(shares, Faults.NONE.latency(), List.of());
        return this;
    }

    /**
     * How many operations each kind of client asks for in a round; 10 by default.
     *
     * @throws IllegalArgumentException if there are none, or more than a million
     */
    public Idempotency operations(int number) {
        check("operations", number, MOST);
        operations = number;
        return this;
    }

    private static void check(String name, int number, int most) {
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(JunitTexts.number(name, number, most));
        }
    }

    /** With a seed that a failure has told; drawn by default. */
    public Idempotency seed(long number) {
        seed = OptionalLong.of(number);
        return this;
    }

    /**
     * How often all of it is done; once by default.
     *
     * @throws IllegalArgumentException if that is never, or more than a million times
     */
    public Idempotency rounds(int number) {
        check("rounds", number, MOST);
        pace = new Pace(number, pace.concurrency(), pace.settle(), pace.quiet(), pace.timeout(), pace.linger());
        return this;
    }

    /**
     * How long things may take.
     *
     * @param settle how long an operation is repeated until it has a final answer
     * @param quiet how long the data may take to come to rest afterwards
     * @param timeout how long an answer is waited for
     * @throws IllegalArgumentException if settle or timeout is no time at all, or one is negative
     */
    public Idempotency patience(Duration settle, Duration quiet, Duration timeout) {
        if (settle.isZero() || timeout.isZero() || settle.isNegative() || timeout.isNegative() || quiet.isNegative()) {
            throw new IllegalArgumentException(JunitTexts.patience(settle, quiet, timeout));
        }
        pace = new Pace(pace.rounds(), pace.concurrency(), settle, quiet, timeout, pace.linger());
        return this;
    }

    /**
     * Runs it, whatever comes of it.
     *
     * @throws IllegalStateException if the request lacks what {@link #reuse} or {@link #users} need
     */
    public Report run() {
        return verification().run();
    }

    /**
     * Runs it, and fails if a rule was broken or nothing was proved.
     *
     * @throws AssertionError with the report as its message
     * @throws IllegalStateException if the request lacks what {@link #reuse} or {@link #users} need
     */
    public Report verify() {
        return verification().verify();
    }

    private PlanVerification verification() {
        RequestPlan built = request().build();
        if (workloads.isEmpty()) {
            burst(20).retries().replays();
            if (built.varies() && built.sends("key")) {
                reuse();
            }
        }
        check(built);
        PlanVerification verification = kept.apply(PlanVerification.of(new Plan(
                "idempotency of " + url,
                new Target(List.of(url), List.of(), "", PATIENCE),
                Map.of(NAME, built),
                Optional.empty(),
                new Observers(List.of(), balances, never, Optional.empty(), Optional.empty(), Optional.empty()),
                workloads.stream().map(kind -> kind.apply(operations)).toList(),
                faults,
                pace)));
        return seed.isPresent() ? verification.seed(seed.getAsLong()) : verification;
    }

    /** A right service must not be charged with what it never saw. */
    private void check(RequestPlan built) {
        if (reuse && !built.varies()) {
            throw new IllegalStateException(JunitTexts.samePayload());
        }
        if (reuse && !built.sends("key")) {
            throw new IllegalStateException(JunitTexts.noKey());
        }
        if (users && !built.sends("user")) {
            throw new IllegalStateException(JunitTexts.noUser());
        }
    }
}
