package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Ending;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.error.MisuseException;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be declared, and what is refused when it is. */
class DeclarationTest {
    private static final MemoryTransactions TRANSACTIONS = new MemoryTransactions();
    private static final OnlyOnce ENGINE = OnlyOnce.transactional(new MemoryRecordStore(TRANSACTIONS), TRANSACTIONS);

    private static RecordedResponse answer(int status) {
        return new RecordedResponse(status, List.of(), null);
    }

    private static ProtectedEndpoint endpoint(String route) {
        return ProtectedEndpoint.of(ENGINE, route, StatusPolicy.SUCCESS_ONLY);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 413, 429, 500, 503, 200, 302, 99, 600})
    @DisplayName("B-09 a status that says nothing about the operation cannot be declared as remembered")
    void neverRemembered(int status) {
        assertThatThrownBy(() -> StatusPolicy.remembering(status))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(status));
    }

    @ParameterizedTest
    @CsvSource({
        "200,REMEMBER",
        "201,REMEMBER",
        "204,REMEMBER",
        "303,REMEMBER",
        "304,REMEMBER",
        "402,REFUSE",
        "409,REFUSE",
        "404,FORGET",
        "400,FORGET",
        "422,FORGET",
        "429,FORGET",
        "500,FORGET",
        "503,FORGET",
        "101,FORGET",
        "999,FORGET"
    })
    @DisplayName("B-09 the table: what a status means")
    void endings(int status, Ending ending) {
        assertThat(StatusPolicy.remembering(402, 409).apply(answer(status))).isEqualTo(ending);
    }

    @Test
    @DisplayName("B-09 an operation that would remember everything is refused")
    void remembersTooMuch() {
        Operation<RecordedResponse> careless = Operation.named("POST /pay", new RecordedResponseCodec());

        assertThatThrownBy(() -> ProtectedEndpoint.of(ENGINE, "POST /pay", careless))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("POST /pay")
                .hasMessageContaining("400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Set-Cookie", "set-cookie", "DATE", "Connection", "X-Request-Id", "Content-Length", " "})
    @DisplayName("B-06 a header that belongs to one exchange cannot be declared as replayed")
    void neverReplayed(String name) {
        assertThatThrownBy(() -> ReplayedHeaders.defaults().and(name)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ReplayedHeaders.defaults().contains(name)).isFalse();
    }

    @Test
    @DisplayName("replayed headers are found whatever their case")
    void replayed() {
        ReplayedHeaders headers = ReplayedHeaders.defaults().and("X-Order");

        assertThat(headers.contains("x-order")).isTrue();
        assertThat(headers.contains("LOCATION")).isTrue();
        assertThat(headers.names()).hasSize(11);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/orders", "POST", "POST orders", "POST /a/{}", "POST /a/{b", "POST /a/x{b}", "POST /{a}/{a}"})
    @DisplayName("a route that cannot be read is refused")
    void badRoutes(String route) {
        assertThatThrownBy(() -> Routes.of(endpoint(route)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(route);
    }

    @Test
    @DisplayName("two routes for the same requests are refused, a fixed segment beats a variable")
    void overlapping() {
        assertThatThrownBy(() -> Routes.of(endpoint("POST /a/{x}"), endpoint("POST /a/{y}/")))
                .hasMessageContaining("POST /a/{y}/");
        assertThatCode(() -> Routes.of(endpoint("POST /a/{x}"), endpoint("PUT /a/{x}"), endpoint("POST /a/b")))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("volatile fields are JSON pointers, and name a form's fields too")
    void volatileFields() {
        VolatileFields fields = VolatileFields.of("/sentAt", "/a~1b", "/deep/nonce");

        assertThat(fields.namesField("sentAt")).isTrue();
        assertThat(fields.namesField("a/b")).isTrue();
        assertThat(fields.namesField("nonce")).isFalse();
        assertThat(fields.pointers()).hasSize(3);
        assertThatThrownBy(() -> VolatileFields.of("sentAt")).isInstanceOf(MisuseException.class);
    }

    @Test
    @DisplayName("settings that cannot work are refused")
    void settings() {
        FilterSettings settings = FilterSettings.of(request -> Optional.empty(), ScopeResolver.principal());

        assertThatThrownBy(() -> settings.withKeyHeader(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings.withMaxBodyBytes(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> settings.withMaxBodyBytes(Integer.MAX_VALUE)).hasMessageContaining("memory");
        assertThatThrownBy(() -> settings.withRetryAfter(Duration.ofSeconds(-1)))
                .hasMessageContaining("PT-1S");
        assertThat(settings.keyHeader()).isEqualTo("Idempotency-Key");
        assertThat(settings.maxBodyBytes()).isEqualTo(1 << 20);
    }

    @Test
    @DisplayName("path variables belong to one request; the endpoint stays as it was")
    void pathVariables() {
        ProtectedEndpoint endpoint = endpoint("PUT /tickets/{id}");

        assertThat(endpoint.withPathVariables(Map.of("id", "7")).pathVariables())
                .isEqualTo(Map.of("id", "7"));
        assertThat(endpoint.pathVariables()).isEmpty();
    }

    @Test
    @DisplayName("every problem has a code of its own, found again by it")
    void problems() {
        for (HttpProblem problem : HttpProblem.values()) {
            assertThat(HttpProblem.ofCode(problem.code())).contains(problem);
            assertThat(problem.detail()).endsWith(".");
        }
        assertThat(HttpProblem.ofCode("misuse")).isEmpty();
    }
}
