package io.onlyonce.verify.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.verify.check.Expectation.Refusals;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.plan.Faults.Blow;
import io.onlyonce.verify.plan.Faults.Connection;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A plan file")
class PlanFileTest {
    private static final String WHOLE = """
            name: orders
            target:
              urls: [http://127.0.0.1:8081, http://127.0.0.1:8082/]
              start: [java -jar shop.jar --server.port=8081, java -jar shop.jar --server.port=8082]
              ready: /health
              patience: 2m
            data: {url: "jdbc:h2:mem:shop", user: sa}
            setup: DELETE FROM orders
            requests:
              place:
                method: POST
                path: /orders
                headers: {X-User-Id: "${user}"}
                key: Idempotency-Key
                body: '{"ref":"${ref}","sku":"${sku}"}'
                choices: {sku: [SKU-1, SKU-2]}
                answers:
                  in-progress: 409 with in-progress
                  refused: [409 with out-of-stock, 402]
                refusals: fresh
                ignore: /at
                effects: SELECT ref, count(*) FROM orders WHERE ref LIKE '${run}%' GROUP BY ref
              refund:
                method: POST
                path: /orders/${order.orderId}/refunds
                key: Idempotency-Key
                needs: {order: place}
                body: '{"ref":"${ref}"}'
                same: body
                echo: true
            observe:
              balances: {money: SELECT sum(balance) FROM account}
              never: {stock below zero: SELECT sku FROM product WHERE stock < 0}
              states:
                rows: SELECT id, from_status, to_status FROM history ORDER BY id, seq
                initial: [""]
                legal: {"": [NEW], NEW: [PAID, CANCELLED]}
              records: SELECT key, done FROM records
              log:
                pattern: 'key=(?<key>\\S+) decision=(?<decision>\\S+)'
                decisions: {executed: first, replayed: duplicate}
            workload:
              - burst: place
                copies: 100
                operations: 3
              - retries: place
                timeout: 30ms
              - replays: refund
              - reuse: place
              - users: place
              - events: [place, refund]
              - deliveries: place
                copies: 1-5
            faults:
              cut-before: 5%
              cut-answer: 2.5%
              latency: 100ms
              late: 1%
              kill: {every: 3s}
              pause: {every: 5s, for: 1s}
              command: {run: "true", every: 10s}
            rounds: 2
            concurrency: 4
            settle: 20s
            quiet: 1s
            timeout: 5s
            """;

    @Test
    @DisplayName("says all that a plan can say")
    void whole() {
        Plan plan = PlanFile.parse("plan.yaml", WHOLE);
        assertThat(plan.target().urls()).containsExactly("http://127.0.0.1:8081", "http://127.0.0.1:8082");
        assertThat(plan.target().patience()).isEqualTo(Duration.ofMinutes(2));
        RequestPlan place = plan.requests().get("place");
        assertThat(place.headers().keySet()).containsExactlyInAnyOrder("X-User-Id", "Idempotency-Key");
        assertThat(place.answers().meaning(409, "{\"code\":\"out-of-stock\"}")).isEqualTo(Meaning.REFUSED);
        assertThat(place.answers().meaning(409, "in-progress")).isEqualTo(Meaning.IN_PROGRESS);
        assertThat(place.answers().meaning(422, "")).isEqualTo(Meaning.MISMATCH);
        assertThat(place.expectation().refusals()).isEqualTo(Refusals.FRESH);
        assertThat(place.expectation().counted()).isTrue();
        assertThat(plan.requests().get("refund").expectation().same()).isEqualTo(Same.BODY);
        assertThat(plan.requests().get("refund").expectation().counted()).isFalse();
        assertThat(plan.workloads()).hasSize(7).contains(new Workload.Burst("place", 3, 100));
        assertThat(plan.faults().connections())
                .containsEntry(Connection.CUT_BEFORE, 0.05)
                .containsEntry(Connection.CUT_ANSWER, 0.025);
        assertThat(plan.faults().blows())
                .contains(new Blow.Kill(Duration.ofSeconds(3)))
                .hasSize(3);
        assertThat(plan.pace().rounds()).isEqualTo(2);
        assertThat(plan.rules().states()).isPresent();
    }

    @ParameterizedTest(name = "{0} -> {1}: {2} at {3}")
    @DisplayName("that is wrong is refused with the place, the value, the rule and the remedy")
    @CsvSource(
            delimiter = '|',
            value = {
                "rounds: 2 | rounds: many | \"rounds\" is \"many\"; it must be a whole number | 62:9",
                "settle: 20s | settle: 20 | it must be a time like 200ms, 5s or 2m | 64:9",
                "cut-before: 5% | cut-before: 5 | a share like 5% | 55:15",
                "cut-before: 5% | cut-before: 99% | at most 90 % | 55:3",
                "burst: place | burst: plaice | There is no request \"plaice\". Known are place, refund | 43:12",
                "method: POST | methud: POST | \"methud\" means nothing here. Known are | 11:13",
                "  ready: /health | '  url: http://x:1' | \"start\" | 0:0",
                "order: place | order: refund | needs itself | 27:20",
                "order: place | order: pluce | There is no request \"pluce\" | 27:20",
                "\"ref\":\"${ref}\",\"sku\" | \"sku\" | nothing that is an operation's own | 49:5",
                "${sku} | ${sky} | Nothing gives a value for ${sky} | 15:11",
                "'{X-User-Id: \"${user}\"}' | '{X-User-Id: \"${usr}\"}' | Nothing gives a value for ${usr} | 13:26",
                "'{X-User-Id: \"${user}\"}' | {X-User-Id: somebody} | The service never sees whose \"place\" is | 50:5",
                "ignore: /at | ignore: at | is no JSON pointer. It begins with / | 21:13",
                "LIKE '${run}%' | LIKE '${ref}%' | Only ${run} has one | 22:14",
                "sku: [SKU-1, SKU-2] | sku: [] | at least one entry | 16:20",
                "sku: [SKU-1, SKU-2] | user: [alice] | has its value from the run itself | 16:21",
                "path: /orders | path: /or ders | a space as %20 | 12:11",
                "http://127.0.0.1:8081 | http://127.0.0.1:8081/shop | with a port and no path | 3:10",
                "settle: 20s | settle: 0s | more than no time | 64:9",
                "copies: 100 | copies: 1001 | from 1 to 1000 | 44:13",
                "${sku} | ${sku | is no variable | 15:11",
                "jdbc:h2:mem:shop | h2:mem:shop | a JDBC url | 7:13",
                "same: body | same: boddy | one of answer, body, nothing | 29:11",
                "echo: true | echo: yes | it must be true or false | 30:11",
                "409 with in-progress | four | a status | 18:20",
                "(?<key> | (?<k> | with the groups (?<key>…) and (?<decision>…) | 40:14",
                "(?<key> | (?<key | a regular expression | 40:14",
                "copies: 1-5 | copies: 5-1 | a number or a range, like 1-5 | 53:13",
                "name: orders | 'name: [orders' | It is no YAML | 0:0"
            })
    void wrong(String right, String wrong, String message, String place) {
        String text = WHOLE.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong));
        assertThat(text).isNotEqualTo(WHOLE);
        assertThatThrownBy(() -> PlanFile.parse("plan.yaml", text))
                .isInstanceOf(PlanException.class)
                .message()
                .matches(found -> place.equals("0:0") || found.startsWith("plan.yaml:" + place + ": "), place)
                .matches(found -> place.equals("0:0") || found.contains(message), message);
    }

    @Test
    @DisplayName("without what it needs is refused")
    void missing() {
        assertThatThrownBy(() -> PlanFile.parse("p", "")).hasMessageContaining("The file is empty");
        assertThatThrownBy(() -> PlanFile.parse("p", "target: http://127.0.0.1:1"))
                .hasMessageContaining("\"requests\" is missing");
        assertThatThrownBy(() -> PlanFile.parse("p", "target: https://x")).hasMessageContaining("like http://127");
        assertThatThrownBy(() -> PlanFile.parse("p", "target: http://127.0.0.1:1\ntarget: http://127.0.0.1:1"))
                .hasMessageContaining("stands here twice");
        String noStart = """
                target: http://127.0.0.1:1
                requests: {a: {method: POST, path: /a}}
                workload: [{burst: a}]
                faults: {kill: {every: 1s}}
                """;
        assertThatThrownBy(() -> PlanFile.parse("p", noStart)).hasMessageContaining("not started by the run");
        String noData = """
                target: http://127.0.0.1:1
                requests: {a: {method: POST, path: /a, effects: SELECT 1}}
                workload: [{burst: a}]
                """;
        assertThatThrownBy(() -> PlanFile.parse("p", noData)).hasMessageContaining("the plan has no database");
    }

    @Test
    @DisplayName(
            "that would charge a right service with what it never saw is refused: an unsent key, a log that nobody writes")
    void unfair() {
        String keyless = """
                target: http://127.0.0.1:1
                requests: {a: {method: POST, path: /a, body: "${ref}", %s}}
                workload: [{reuse: a}]
                """;
        for (String request : new String[] {"echo: false", "key: K, identity: '${ref}'"}) {
            assertThatThrownBy(() -> PlanFile.parse("p", keyless.formatted(request)))
                    .hasMessageStartingWith("p:3:")
                    .hasMessageContaining("The service never sees the key of \"a\"");
        }
        PlanFile.parse("p", keyless.formatted("headers: {K: '${key}'}"));
        String log = """
                target: http://127.0.0.1:1
                requests: {a: {method: POST, path: /a}}
                workload: [{burst: a}]
                observe: {log: {%s pattern: "(?<key>.)(?<decision>.)", decisions: {d: first}}}
                """;
        assertThatThrownBy(() -> PlanFile.parse("p", log.formatted("")))
                .hasMessageStartingWith("p:4:")
                .hasMessageContaining("There is nothing to read");
        PlanFile.parse("p", log.formatted("file: x.log,"));
    }

    @Test
    @DisplayName("that no YAML reader takes is refused with its place: a control character, too many aliases")
    void unreadable() {
        assertThatThrownBy(() -> PlanFile.parse("p", "name: x\ntarget: a\u0007b\n"))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("p:2:10: ")
                .hasMessageContaining("U+0007");
        String aliases = "a: &a [x]\nb: [" + "*a, ".repeat(200) + "]\n";
        assertThatThrownBy(() -> PlanFile.parse("p", aliases))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("p:1:1: It is no YAML")
                .hasMessageContaining("aliases");
    }

    @Test
    @DisplayName("takes over what stands in the one that it extends, entry by entry")
    void extended(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("base.yaml"), WHOLE);
        Path mine = Files.writeString(
                directory.resolve("mine.yaml"), "extends: base.yaml\nrounds: 7\nfaults: {late: 1%}\n");
        Plan plan = PlanFile.read(mine);
        assertThat(plan.pace().rounds()).isEqualTo(7);
        assertThat(plan.faults().blows()).isEmpty();
        assertThat(plan.requests()).containsOnlyKeys("place", "refund");

        WrittenPlan written = PlanFile.written(mine, Environment.SYSTEM);
        assertThat(written.yaml()).doesNotContain("extends");
        Plan alone = PlanFile.parse("merged.yaml", written.yaml());
        assertThat(alone.requests()).isEqualTo(plan.requests());
        assertThat(alone.target()).isEqualTo(plan.target());
        assertThat(alone.workloads()).isEqualTo(plan.workloads());
        assertThat(alone.faults()).isEqualTo(plan.faults());
        assertThat(alone.pace()).isEqualTo(plan.pace());

        Files.writeString(mine, "extends: base.yaml\nround: 7\n");
        assertThatThrownBy(() -> PlanFile.read(mine)).hasMessageStartingWith("mine.yaml:2:8: \"round\" means nothing");
        Files.writeString(mine, "extends: none.yaml\n");
        assertThatThrownBy(() -> PlanFile.read(mine)).hasMessageContaining("There is no plan");
        Files.writeString(mine, "extends: mine.yaml\n");
        assertThatThrownBy(() -> PlanFile.read(mine)).hasMessageContaining("extends this plan itself");
        assertThatThrownBy(() -> PlanFile.parse("p", "name: x\nextends: mine.yaml\n"))
                .hasMessageStartingWith("p:2:10: ")
                .hasMessageContaining("read from its file or as a resource");
    }

    @Test
    @DisplayName("may be a resource, and extend another resource")
    void resource(@TempDir Path directory) throws IOException {
        Path plans = Files.createDirectory(directory.resolve("plans"));
        Files.writeString(plans.resolve("base.yaml"), WHOLE);
        Files.writeString(plans.resolve("mine.yaml"), "extends: base.yaml\nname: mine\n");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
            Plan plan = PlanFile.resource(loader, "plans/mine.yaml", Environment.SYSTEM)
                    .plan();
            assertThat(plan.name()).isEqualTo("mine");
            assertThat(plan.requests()).containsOnlyKeys("place", "refund");
            assertThatThrownBy(() -> PlanFile.resource(loader, "plans/none.yaml", Environment.SYSTEM))
                    .isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    @DisplayName("takes the environment's values as they are, with any dollar sign; setup is a template as queries are")
    void dollars() {
        String text = """
                target: http://127.0.0.1:1
                data: {url: "jdbc:h2:mem:x", password: "${env.SECRET}"}
                setup: "insert into t values ('${run}', '${env.SECRET}', '$$')"
                requests: {a: {method: POST, path: /a, headers: {X: "${env.SECRET}"}}}
                workload: [{burst: a}]
                """;
        String secret = "a$$b${x}$";
        Plan plan = PlanFile.parse("p", text, Environment.SYSTEM.with(Map.of("SECRET", secret)));
        assertThat(plan.data().orElseThrow().password()).isEqualTo(secret);
        assertThat(plan.requests().get("a").headers().get("X").fill(Map.of())).isEqualTo(secret);
        assertThat(plan.observers().setup().get(0).fill(Map.of("run", "v1")))
                .isEqualTo("insert into t values ('v1', '" + secret + "', '$')");
        assertThatThrownBy(() -> PlanFile.parse(
                        "p", text.replace("'${run}'", "'${ref}'"), Environment.SYSTEM.with(Map.of("SECRET", secret))))
                .hasMessageStartingWith("p:3:8: ")
                .hasMessageContaining("Only ${run} has one")
                .hasMessageNotContaining("a$$b");
    }
}
