package io.onlyonce.verify.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.report.Report;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FluentTest {
    private static final String COUNT = "select ref, count(*) from orders where ref like '${run}-%' group by ref";

    private static Idempotency orders(OrderService service) {
        return Idempotency.of(service.url())
                .post("/orders")
                .json("{\"ref\":\"${ref}\"}")
                .key("Idempotency-Key")
                .user("everybody");
    }

    @Test
    @DisplayName("a right service passes, and everything that can be looked at was")
    void right() throws Exception {
        try (OrderService service = new OrderService(false)) {
            Report report = orders(service)
                    .effects(service::effects)
                    .conserved("books", () -> 17)
                    .neverSql(
                            "no order without a number",
                            service.dataSource(),
                            "select id from orders where ref is null")
                    .burst(50)
                    .retries()
                    .replays()
                    .reuse()
                    .cuts(0.02)
                    .rounds(2)
                    .verify();
            for (String check : new String[] {
                "at-most-one-effect", "effect-for-every-success", "mismatch-refused", "conserved", "invariants"
            }) {
                assertThat(report.findings().get(check))
                        .as(check)
                        .isInstanceOfSatisfying(
                                Finding.Kept.class,
                                kept -> assertThat(kept.looked()).isPositive());
            }
            for (String ref : report.history().byRef().keySet()) {
                assertThat(service.effects(ref)).as(ref).isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName(
            "a service that forgets its keys fails the test, with the counter-example in the message; effects are counted in SQL")
    void forgetful() throws Exception {
        try (OrderService service = new OrderService(true)) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> orders(service)
                            .effectsSql(service.dataSource(), COUNT)
                            .verify())
                    .withMessageStartingWith("INVALID")
                    .withMessageContaining("at-most-one-effect is broken")
                    .withMessageContaining("took effect")
                    .withMessageContaining("mismatch-refused is broken");
            try (Connection connection = service.dataSource().getConnection();
                    var rows = connection
                            .createStatement()
                            .executeQuery("select max(n) from (select count(*) n from orders group by ref)")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isGreaterThan(1);
            }
        }
    }

    @Test
    @DisplayName("what can't be proved fails as well: nobody listens, or the effects can't be read")
    void unknown() throws Exception {
        try (OrderService service = new OrderService(false)) {
            assertThatThrownBy(() -> orders(service)
                            .effectsSql(service.dataSource(), "select nonsense from nowhere")
                            .verify())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("UNKNOWN")
                    .hasMessageContaining("NOWHERE");
        }
        assertThatThrownBy(() -> Idempotency.of("http://127.0.0.1:" + freePort())
                        .post("/orders")
                        .patience(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1))
                        .verify())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("UNKNOWN");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    @DisplayName("misuse is told: no url, no request, no other payload")
    void misuse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Idempotency.of("http://127.0.0.1/orders"))
                .withMessageContaining("with a port and no path");
        assertThatIllegalStateException()
                .isThrownBy(() -> Idempotency.of("http://127.0.0.1:80").key("K"))
                .withMessageContaining("Say post");
        assertThatIllegalStateException()
                .isThrownBy(() -> Idempotency.of("http://127.0.0.1:80")
                        .post("/x")
                        .json("{}")
                        .reuse())
                .withMessageContaining("${ref}");
    }
}
