package io.onlyonce.verify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.plan.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
    @TempDir
    Path directory;

    private Path out() {
        return directory.resolve("plan.yaml");
    }

    @Test
    @DisplayName("from an OpenAPI document: a request for each unsafe method, with a body that its schema allows")
    void openApi() throws IOException {
        Shell shell = Shell.run("init", "--openapi", "src/test/resources/openapi/shop.yaml", "--out", out().toString());
        assertThat(shell.err()).isEmpty();
        assertThat(shell.code()).isZero();
        Plan plan = PlanFile.read(out());
        assertThat(plan.requests().keySet())
                .containsExactlyInAnyOrder("placeOrder", "cancelOrder", "patch-api-orders-id", "delete-api-orders-id");
        assertThat(plan.target().urls()).containsExactly("http://127.0.0.1:9090");
        var order = plan.requests().get("placeOrder");
        assertThat(order.path().toString()).isEqualTo("/v1/api/orders");
        assertThat(order.headers()).containsKey("X-Request-Id");
        assertThat(order.body().toString())
                .contains(
                        "\"reference\" : \"${ref}\"", "\"sku\" : \"SKU-1\"", "\"quantity\" : 1", "\"price\" : \"5 $$\"")
                .doesNotContain("createdAt");
        assertThat(plan.workloads()).anyMatch(Workload.Reuse.class::isInstance);
        assertThat(Files.readString(out()))
                .contains("# Places an order, once", "# The document names no header for the key");
    }

    @Test
    @DisplayName("from an OpenAPI document of version 2, in JSON")
    void swagger() throws IOException {
        Shell shell =
                Shell.run("init", "--openapi", "src/test/resources/openapi/swagger.json", "--out", out().toString());
        assertThat(shell.err()).isEmpty();
        Plan plan = PlanFile.read(out());
        assertThat(plan.requests().get("pay").path().toString()).isEqualTo("/base/payments");
        assertThat(plan.requests().get("pay").body().toString()).contains("\"note\" : \"${ref}\"");
    }

    @Test
    @DisplayName("from answers: what was typed, and what stands in brackets where nothing was")
    void interview() throws IOException {
        Shell shell = Shell.typing(
                "http://127.0.0.1:9999\n\n/api/orders\n\nX-Key\njdbc:h2:mem:shop\nselect ref, count(*) from orders group by ref\n",
                "init",
                "--out",
                out().toString());
        assertThat(shell.err()).isEmpty();
        assertThat(shell.code()).isZero();
        Plan plan = PlanFile.read(out());
        var request = plan.requests().get("orders");
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.headers()).containsKey("X-Key");
        assertThat(request.effects()).isPresent();
        assertThat(plan.data()).isPresent();
        assertThat(Shell.typing(
                                "",
                                "init",
                                "--out",
                                directory.resolve("other.yaml").toString())
                        .code())
                .isZero();
    }

    @Test
    @DisplayName("a number in the path makes a payload vary as one in the body does")
    void varies() throws IOException {
        for (String path : new String[] {"/orders/${ref}", "/orders/${n}"}) {
            Shell shell = Shell.typing("\nPUT\n" + path + "\n{}\n\n\n", "init", "--force", "--out", out().toString());
            assertThat(shell.err()).isEmpty();
            assertThat(PlanFile.read(out()).workloads()).as(path).anyMatch(Workload.Reuse.class::isInstance);
        }
    }

    @Test
    @DisplayName("a file that is there stays; a document that is none, or has nothing unsafe, is refused")
    void refused() throws IOException {
        Files.writeString(out(), "mine");
        Shell there = Shell.typing("", "init", "--out", out().toString());
        assertThat(there.code()).isEqualTo(2);
        assertThat(there.err()).contains("is there already");
        assertThat(out()).hasContent("mine");
        assertThat(Shell.typing("", "init", "--force", "--out", out().toString())
                        .code())
                .isZero();
        Path document = directory.resolve("api.yaml");
        String other = directory.resolve("other.yaml").toString();
        for (String text : new String[] {"a: [", "{\"a\":", "title: no paths", "paths: { /a: { get: {} } }"}) {
            Files.writeString(document, text);
            Shell refused = Shell.run("init", "--openapi", document.toString(), "--out", other);
            assertThat(refused.code()).as(text).isEqualTo(2);
            assertThat(refused.err()).contains("api.yaml");
        }
        Shell wrong = Shell.typing("ftp://x\n", "init", "--out", other);
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("ftp://x");
        assertThat(Path.of(other)).doesNotExist();
    }
}
