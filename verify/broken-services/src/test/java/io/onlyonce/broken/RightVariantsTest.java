package io.onlyonce.broken;

import static io.onlyonce.broken.VariantsTest.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the right services for orders owe to one who repeats himself, one request after the other. What they owe under load and faults is the verifier's to say. */
class RightVariantsTest {
    private static TestDatabase postgres;

    @BeforeAll
    static void open() {
        postgres = TestServers.postgres();
    }

    @AfterAll
    static void close() {
        postgres.close();
    }

    static List<Variant> orders() {
        return Variants.right().stream()
                .filter(variant -> variant.area() == Area.ORDERS)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("orders")
    @DisplayName("a repetition gets the first answer, another payload is refused, and one order is there")
    void repeated(Variant variant) throws Exception {
        try (Running running = Running.start(variant, options(postgres))) {
            Customer customer = new Customer(running.port());
            HttpResponse<String> first = customer.post("/orders", customer.order("SKU-1", "25.00"));
            HttpResponse<String> again = customer.post("/orders", customer.order("SKU-1", "25.00"));
            HttpResponse<String> other = customer.post("/orders", customer.order("SKU-1", "26.00"));

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(again.statusCode()).isEqualTo(201);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.headers().firstValue("Location"))
                    .isEqualTo(first.headers().firstValue("Location"));
            assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
            assertThat(other.statusCode()).isEqualTo(422);
            assertThat(postgres.queryLong(Customer.effects(Area.ORDERS), customer.ref))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("orders")
    @DisplayName("a refusal is remembered, a failure is not")
    void refusedAndFailed(Variant variant) throws Exception {
        try (Running running = Running.start(variant, options(postgres))) {
            Customer refused = new Customer(running.port());
            HttpResponse<String> no = refused.post("/orders", refused.order("EMPTY", "25.00"));
            HttpResponse<String> stillNo = refused.post("/orders", refused.order("EMPTY", "25.00"));
            assertThat(no.statusCode()).isEqualTo(409);
            assertThat(stillNo.body()).isEqualTo(no.body());

            Customer unlucky = new Customer(running.port());
            HttpResponse<String> failed = unlucky.post("/orders", unlucky.order("FLAKY", "25.00"));
            HttpResponse<String> done = unlucky.post("/orders", unlucky.order("FLAKY", "25.00"));
            assertThat(failed.statusCode()).isEqualTo(503);
            assertThat(done.statusCode()).isEqualTo(201);

            assertThat(postgres.queryLong(Customer.effects(Area.ORDERS), refused.ref))
                    .isZero();
            assertThat(postgres.queryLong(Customer.effects(Area.ORDERS), unlucky.ref))
                    .isEqualTo(1);
        }
    }
}
