package io.onlyonce.broken.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.broken.Area;
import io.onlyonce.broken.Variant;
import io.onlyonce.broken.Variants;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The verifier on the corpus. In the build: one broken and one right service of three areas, once. All of them, with the table for the docs:
 * {@code mvn -pl verify/broken-services -am verify -Dtest=SurveyTest -Dsurefire.failIfNoSpecifiedTests=false -Dsurvey.seeds=20 -Dsurvey.table=docs/verifier-corpus.md}
 */
@DisplayName("The verifier")
class SurveyTest {
    private static final List<Surveyed> RUNS = new ArrayList<>();
    private static TestRedis redis;

    @BeforeAll
    static void open() {
        redis = TestServers.redis();
    }

    @AfterAll
    static void close() throws Exception {
        redis.close();
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

    @ParameterizedTest
    @MethodSource("variants")
    @DisplayName("finds every fault, and nothing where there is none")
    void tellsTheTruth(Variant variant) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (int seed = 1; seed <= seeds(); seed++) {
            Surveyed run = new Survey(redis).run(variant, seed);
            RUNS.add(run);
            if (!run.isTrue()) {
                wrong.add("seed " + seed + ": " + run.told());
            }
        }
        assertThat(wrong).as(variant.name()).isEmpty();
    }
}
