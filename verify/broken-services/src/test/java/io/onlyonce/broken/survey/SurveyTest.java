package io.onlyonce.broken.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.broken.Area;
import io.onlyonce.broken.Variant;
import io.onlyonce.broken.Variants;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The verifier on the corpus. In the build: one broken and one right service of three areas, once. All of them, with the table for the docs:
 * {@code mvn -pl verify/broken-services -am verify -Dtest=SurveyTest -Dsurefire.failIfNoSpecifiedTests=false -Dsurvey.seeds=20 -Dsurvey.parallel=2 -Dsurvey.table=docs/verifier-corpus.md}
 */
@DisplayName("The verifier")
class SurveyTest {
    private static final Logger log = LoggerFactory.getLogger(SurveyTest.class);
    private static final List<Surveyed> RUNS = new ArrayList<>();
    private static TestRedis redis;

    @BeforeAll
    static void open() {
        redis = TestServers.redis();
    }

    @AfterAll
    static void close() {
        redis.close();
    }

    @AfterEach
    void writeTable() throws IOException {
        Path table = Path.of(System.getProperty("survey.table", "target/verifier-corpus.md"));
        Files.writeString(table, SurveyTable.of(RUNS));
    }

    static Stream<Variant> variants() {
        String only = System.getProperty("survey.only", "");
        if (!only.isEmpty()) {
            return Variants.all().stream()
                    .filter(variant -> Arrays.asList(only.split(",", -1)).contains(variant.name()));
        }
        return System.getProperty("survey.seeds") == null ? oneOfEach() : Variants.all().stream();
    }

    private static int seeds() {
        return Integer.getInteger("survey.seeds", 1);
    }

    private static Stream<Variant> oneOfEach() {
        return Stream.of(Area.ORDERS, Area.STATES, Area.CALLBACKS)
                .flatMap(area -> Stream.of(Variants.broken(), Variants.right())
                        .map(some -> some.stream()
                                .filter(variant -> variant.area() == area)
                                .findFirst()
                                .orElseThrow()));
    }

    /** So many runs at a time; those of one variant only. */
    private static int parallel() {
        return Integer.getInteger("survey.parallel", 1);
    }

    @ParameterizedTest
    @MethodSource("variants")
    @DisplayName("finds every fault, and nothing where there is none")
    void tellsTheTruth(Variant variant) throws Exception {
        Survey survey = new Survey(redis);
        List<Callable<Surveyed>> seeds = IntStream.rangeClosed(1, seeds())
                .<Callable<Surveyed>>mapToObj(seed -> () -> survey.run(variant, seed))
                .toList();
        List<Surveyed> runs = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(parallel());
        try {
            for (Future<Surveyed> run : threads.invokeAll(seeds)) {
                runs.add(run.get());
            }
        } finally {
            threads.shutdownNow();
        }
        RUNS.addAll(runs);
        runs.stream().filter(run -> !run.isTrue()).forEach(run -> log.warn("{}, {}", variant.name(), run.told()));
        assertThat(runs)
                .filteredOn(run -> !run.isTrue())
                .extracting(Surveyed::told)
                .as(variant.name())
                .isEmpty();
    }
}
