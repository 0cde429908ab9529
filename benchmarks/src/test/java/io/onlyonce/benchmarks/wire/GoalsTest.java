package io.onlyonce.benchmarks.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Login;
import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.report.Check;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The goals that can be counted. What others do on the machine meanwhile may not change a result: medians of calls, and the least of many batches. */
@DisplayName("what a call costs, counted on the wire and in the log")
class GoalsTest {
    /** Over the bare transaction, for claim and completion; one of them less where the completion goes with the commit. */
    private static final long EXTRA_ROUND_TRIPS = 2;

    /** Claim, look, roll back. */
    private static final long REPLAY_ROUND_TRIPS = 3;

    /** In bytes. The goal is 850; the update of an indexed column, which writes both indexes again, costs the rest. */
    private static final double EXTRA_WAL = 950;

    private static final int BATCHES = 10;
    private static final int CALLS = 20;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
    enum Make {
        POSTGRESQL(TestServers::postgres),
        MARIADB(TestServers::mariadb);

        private final Supplier<TestDatabase> database;

        Make(Supplier<TestDatabase> database) {
            this.database = database;
        }
    }

    private record Costs(Cost bare, Cost protectedCall) {}

    private static final Map<Make, Costs> COSTS = new EnumMap<>(Make.class);

    @BeforeAll
    static void count() throws Exception {
        for (Make make : Make.values()) {
            try (TestDatabase server = make.database.get()) {
                COSTS.put(make, costs(new Login(server.url(), server.user(), server.password())));
            }
        }
    }

    private static Costs costs(Login login) throws Exception {
        List<DesignType> types = Designs.on(login.server(), List.of(Designs.ONLYONCE));
        try (BenchmarkDatabase database = BenchmarkDatabase.create(login, Designs.tables(types, login.server()))) {
            Books books = new Books(database);
            Map<DesignType, Cost> costs = new Meter(database, books, Keys.RANDOM, BATCHES, CALLS).measure(types);
            assertThat(books.checks()).allMatch(Check::holds);
            Map<String, Cost> byName = costs.entrySet().stream()
                    .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
            return new Costs(byName.get(Designs.BARE), byName.get(Designs.ONLYONCE));
        }
    }

    private static Costs on(Make make) {
        return COSTS.get(make);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("G1: a first call commits once, like the bare transaction")
    void commits(Make make) {
        assertThat(on(make).bare().first().wire().commits()).isEqualTo(1);
        assertThat(on(make).protectedCall().first().wire().commits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("G2: the round trips of a first call, claim first, over those of the bare transaction")
    void roundTrips(Make make) {
        long bare = on(make).bare().first().wire().roundTrips();
        assertThat(bare).isEqualTo(3);
        assertThat(on(make).protectedCall().first().wire().roundTrips()).isEqualTo(bare + EXTRA_ROUND_TRIPS);
    }

    @Test
    @DisplayName("G3: what a first call, claim first, writes to PostgreSQL's log over the bare transaction")
    void wal() {
        double bare = on(Make.POSTGRESQL).bare().first().leastWal();
        assertThat(on(Make.POSTGRESQL).protectedCall().first().leastWal() - bare)
                .isPositive()
                .isLessThanOrEqualTo(EXTRA_WAL);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("G11: the round trips of a replay, and nothing that it commits")
    void replay(Make make) {
        Counts replay = on(make).protectedCall().replay().wire();
        assertThat(replay.roundTrips()).isEqualTo(REPLAY_ROUND_TRIPS);
        assertThat(replay.commits()).isZero();
    }

    @Test
    @DisplayName("G11: a replay writes nothing to PostgreSQL's log")
    void replayWal() {
        assertThat(on(Make.POSTGRESQL).protectedCall().replay().leastWal()).isZero();
    }
}
