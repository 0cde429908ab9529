package io.onlyonce.verify.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
                        .key("K")
                        .reuse()
                        .verify())
                .withMessageContaining("${ref}");
        assertThatIllegalStateException()
                .isThrownBy(() -> Idempotency.of("http://127.0.0.1:80")
                        .post("/x")
                        .json("${ref}")
                        .reuse()
                        .verify())
                .withMessageContaining("${key}");
        assertThatIllegalStateException()
                .isThrownBy(() -> Idempotency.of("http://127.0.0.1:80")
                        .post("/x")
                        .key("K")
                        .users()
                        .verify())
                .withMessageContaining("${user}");
        Idempotency any = Idempotency.of("http://127.0.0.1:80").post("/x");
        for (double share : new double[] {0.5, -0.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> any.cuts(share))
                    .withMessageContaining("from 0 to 0.2");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> any.burst(0)).withMessageContaining("from 1 to 1000");
        assertThatIllegalArgumentException().isThrownBy(() -> any.burst(1001));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> any.operations(0))
                .withMessageContaining("operations is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> any.patience(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1)))
                .withMessageContaining("more than no time");
        assertThatIllegalArgumentException().isThrownBy(() -> any.rounds(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> any.ignore("servedAt"))
                .withMessageContaining("JSON pointer");
    }

    @Test
    @DisplayName("a seed that a failure has told is taken; an interrupted run is unknown")
    void seeded() throws Exception {
        Idempotency nobody = Idempotency.of("http://127.0.0.1:" + freePort())
                .post("/orders")
                .seed(4711)
                .patience(Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMillis(100));
        Thread.currentThread().interrupt();
        Report report = nobody.run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.result().seed()).isEqualTo(4711);
        assertThat(report.verdict()).isEqualTo(new Verdict.Unknown("The run was interrupted."));
    }

    @Test
    @DisplayName("what nobody wants to keep is not left in the temporary directory")
    void forgotten() throws Exception {
        Set<Path> seen = ConcurrentHashMap.newKeySet();
        try (OrderService service = new OrderService(false)) {
            orders(service)
                    .effects(ref -> {
                        seen.addAll(temporary());
                        return service.effects(ref);
                    })
                    .operations(1)
                    .verify();
        }
        assertThat(seen).anyMatch(Files::notExists); // others may run beside this one
    }

    private static List<Path> temporary() {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("onlyonce-verify"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("a null in a row is the empty text, as where the verifier reads SQL by itself")
    void nulls() throws Exception {
        try (OrderService service = new OrderService(false)) {
            assertThat(new SqlReader(service.dataSource(), "select null, '${run}'").read("v1", Set.of()))
                    .containsExactly(List.of("", "v1"));
        }
    }
}
