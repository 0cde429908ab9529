package io.onlyonce.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.broken.frame.Options;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every variant starts, and serves whoever asks once and gets his answer: a fault that shows without any repetition would prove nothing. */
class VariantsTest {
    private static TestDatabase postgres;
    private static TestDatabase mariadb;
    private static TestDatabase h2;

    @BeforeAll
    static void open() {
        postgres = TestServers.postgres();
        mariadb = TestServers.mariadb();
        h2 = TestServers.h2();
    }

    @AfterAll
    static void close() {
        postgres.close();
        mariadb.close();
        h2.close();
    }

    static List<Variant> all() {
        return Variants.all();
    }

    /** One of each area; those beside it use the same statements. */
    static List<Variant> onAnyDatabase() {
        return Arrays.stream(Area.values())
                .map(area -> Variants.right().stream()
                        .filter(variant -> variant.area() == area)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("on PostgreSQL one request has one effect")
    void postgresql(Variant variant) throws Exception {
        servesOnce(variant, postgres);
    }

    @ParameterizedTest
    @MethodSource("onAnyDatabase")
    @DisplayName("on MariaDB one request has one effect")
    void mariadb(Variant variant) throws Exception {
        servesOnce(variant, mariadb);
    }

    @ParameterizedTest
    @MethodSource("onAnyDatabase")
    @DisplayName("on H2 one request has one effect")
    void h2(Variant variant) throws Exception {
        servesOnce(variant, h2);
    }

    private static void servesOnce(Variant variant, TestDatabase database) throws Exception {
        try (Running running = Running.start(variant, options(database))) {
            Customer customer = new Customer(running.port());
            assertThat(customer.health()).isEqualTo(200);
            assertThat(customer.operate(variant.area()).statusCode()).isBetween(200, 204);
            String effects = Customer.effects(variant.area());
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(database.queryLong(effects, customer.ref))
                            .isEqualTo(1));
        }
    }

    static Options options(TestDatabase database) {
        String redis = TestServers.redis().uri();
        return new Options(0, database.url(), database.user(), database.password(), redis, 1);
    }
}
