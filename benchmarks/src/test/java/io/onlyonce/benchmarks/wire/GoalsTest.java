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

/**
 * The goals that can be counted. What others do on the machine meanwhile may not change a result: medians of calls, a PostgreSQL whose log nobody else writes
 * to, and the least of many batches, because the server itself writes to it now and then.
 */
@DisplayName("what a call costs, counted on the wire and in the log")
class GoalsTest {
    /** In bytes, over the bare transaction. The goal for the record at the end is 650; scope, operation and key, which people read, cost the rest. */
    private static final Map<String, Double> EXTRA_WAL =
            Map.of(Designs.ONLYONCE, 850.0, Designs.ONLYONCE_AT_END, 720.0);

    private static final int BATCHES = 10;
    private static final int CALLS = 20;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
    enum Make {
        /** The last statement goes with the commit. */
        POSTGRESQL(TestServers::privatePostgres, 1, 0, 1),
        /** The pool's connections are not in auto-commit, and to switch it on and off again costs a round trip each. */
        MARIADB(TestServers::mariadb, 2, 1, 3);

        private final Supplier<TestDatabase> database;
        private final long extraClaimFirst;
        private final long extraAtEnd;
        private final long look;

        Make(Supplier<TestDatabase> database, long extraClaimFirst, long extraAtEnd, long look) {
            this.database = database;
            this.extraClaimFirst = extraClaimFirst;
            this.extraAtEnd = extraAtEnd;
            this.look = look;
        }
    }

    private static final Map<Make, Map<String, Cost>> COSTS = new EnumMap<>(Make.class);

    @BeforeAll
    static void count() throws Exception {
        for (Make make : Make.values()) {
            try (TestDatabase server = make.database.get()) {
                COSTS.put(make, costs(new Login(server.url(), server.user(), server.password())));
            }
        }
    }

    private static Map<String, Cost> costs(Login login) throws Exception {
        List<DesignType> types = Designs.on(
                login.server(), List.of(Designs.ONLYONCE, Designs.ONLYONCE_AT_END, Designs.ONLYONCE_READ_FIRST));
        try (BenchmarkDatabase database = BenchmarkDatabase.create(login, Designs.tables(types, login.server()))) {
            Books books = new Books(database);
            Map<DesignType, Cost> costs = new Meter(database, books, Keys.RANDOM, BATCHES, CALLS).measure(types);
            assertThat(books.checks()).allMatch(Check::holds);
            return costs.entrySet().stream()
                    .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
        }
    }

    private static Cost of(String design, Make make) {
        return COSTS.get(make).get(design);
    }

    private static Cost bare(Make make) {
        return of(Designs.BARE, make);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("G1: a first call commits once, like the bare transaction")
    void commits(Make make) {
        for (String design : List.of(Designs.BARE, Designs.ONLYONCE, Designs.ONLYONCE_AT_END)) {
            assertThat(of(design, make).first().wire().commits()).as(design).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("G2: the round trips of a first call over those of the bare transaction")
    void roundTrips(Make make) {
        long bare = bare(make).first().wire().roundTrips();
        assertThat(bare).isEqualTo(3);
        assertThat(of(Designs.ONLYONCE, make).first().wire().roundTrips()).isEqualTo(bare + make.extraClaimFirst);
        assertThat(of(Designs.ONLYONCE_AT_END, make).first().wire().roundTrips())
                .isEqualTo(bare + make.extraAtEnd);
        assertThat(of(Designs.ONLYONCE_READ_FIRST, make).first().wire().roundTrips())
                .isEqualTo(bare + make.extraClaimFirst + make.look);
    }

    @Test
    @DisplayName("G3: what a first call writes to PostgreSQL's log over the bare transaction")
    void wal() {
        double bare = bare(Make.POSTGRESQL).first().leastWal();
        assertThat(EXTRA_WAL)
                .allSatisfy((design, most) -> assertThat(
                                of(design, Make.POSTGRESQL).first().leastWal() - bare)
                        .as(design)
                        .isPositive()
                        .isLessThanOrEqualTo(most));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("G11: the round trips of a replay, and nothing that it commits")
    void replay(Make make) {
        Counts replay = of(Designs.ONLYONCE, make).replay().wire();
        assertThat(replay.roundTrips()).as("claim, look, roll back").isEqualTo(3);
        assertThat(replay.commits()).isZero();
        assertThat(of(Designs.ONLYONCE_READ_FIRST, make).replay().wire().roundTrips())
                .isEqualTo(make.look);
    }

    @Test
    @DisplayName("G11: a replay writes nothing to PostgreSQL's log")
    void replayWal() {
        assertThat(of(Designs.ONLYONCE, Make.POSTGRESQL).replay().leastWal()).isZero();
        assertThat(of(Designs.ONLYONCE_READ_FIRST, Make.POSTGRESQL).replay().leastWal())
                .isZero();
    }
}
