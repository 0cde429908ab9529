package io.onlyonce.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.check.Check;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.plan.Environment;
import io.onlyonce.verify.plan.PlanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verifier's page says all that there is, in both languages. */
class VerifierDocsTest {
    private static final Path DOCS = Path.of("../../docs");
    private static final Path SCHEMA = Path.of("src/main/resources/io/onlyonce/verify/plan/plan.schema.json");

    @ParameterizedTest
    @ValueSource(strings = {"verifier.md", "verifier.zh-CN.md"})
    @DisplayName("each check and each entry of a plan is on the page")
    void complete(String name) throws IOException {
        String page = Files.readString(DOCS.resolve(name));
        for (Check check : Judge.CHECKS) {
            assertThat(page).contains("\n| `" + check.name() + "` | ");
        }
        Set<String> entries = new TreeSet<>();
        collect(JsonMapper.shared().readTree(Files.readString(SCHEMA)), entries);
        assertThat(entries)
                .hasSizeGreaterThan(60)
                .allSatisfy(entry -> assertThat(page).contains("`" + entry + "`"));
    }

    private static void collect(JsonNode schema, Set<String> entries) {
        if (schema.path("properties").isObject()) {
            entries.addAll(schema.path("properties").propertyNames());
        }
        schema.forEach(part -> collect(part, entries));
    }

    @ParameterizedTest
    @ValueSource(strings = {"verifier.md", "verifier.zh-CN.md"})
    @DisplayName("the plan on the page can be read")
    void plan(String name) throws IOException {
        String page = Files.readString(DOCS.resolve(name));
        int from = page.indexOf("```yaml\n") + "```yaml\n".length();
        PlanFile.parse(
                name,
                page.substring(from, page.indexOf("```", from)),
                Environment.SYSTEM.with(Map.of("DB_USER", "shop", "DB_PASSWORD", "secret")));
    }

    @Test
    @DisplayName("the published schema is the one in the jar")
    void schema() {
        assertThat(DOCS.resolve("plan.schema.json")).hasSameTextualContentAs(SCHEMA);
    }
}
