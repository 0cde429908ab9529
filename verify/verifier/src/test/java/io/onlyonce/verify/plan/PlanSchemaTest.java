package io.onlyonce.verify.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published schema and the readers say the same of a plan. */
class PlanSchemaTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path FILE = Path.of("src/main/resources/io/onlyonce/verify/plan/plan.schema.json");
    private static final Pattern KNOWN = Pattern.compile("\"zzz\" means nothing here\\. Known are ([^.]+)\\.");
    private static final Environment ENVIRONMENT =
            Environment.SYSTEM.with(Map.of("PORT", "8080", "START", "true", "SHOP_JDBC_URL", "jdbc:h2:mem:shop"));

    private static final String BARE = """
            target: http://127.0.0.1:8080
            requests:
              order: { method: POST, path: /orders, body: "${ref}" }
            """;

    private static final String FULL = """
            name: full
            target: { urls: ["http://127.0.0.1:8080"], start: [./start.sh], ready: /health, patience: 10s }
            data: { url: "jdbc:h2:mem:x", user: sa, password: 1234 }
            setup: [ "delete from x", "delete from y" ]
            requests:
              order:
                method: POST
                path: /orders/${colour}
                headers: { X-A: 1, X-User-Id: "${user}" }
                body: '{"ref":"${ref}"}'
                key: Idempotency-Key
                identity: ${key}
                user: ${user}
                ref: ${ref}
                choices: { colour: [red, blue] }
                answers: { success: 200, refused: [404, 409 with out-of-stock], retry: "503" }
                replay-header: X-Replay
                compare: [Location]
                ignore: /servedAt
                same: body
                refusals: fresh
                retry-after: false
                echo: true
                most: 0
                effects: select ref, count(*) from orders where ref like '${run}%' group by ref
              payment:
                method: POST
                path: /orders/${order.id}/payment
                needs: { order: order }
                sign: { scheme: stripe, secret: s }
                effects: { get: /effects, rows: /items, columns: [/ref, /count] }
            observe:
              balances: { money: select 1 }
              never: { oversold: { get: /oversold } }
              states: { rows: "select 1, 2, 3", initial: "", legal: { "": NEW, NEW: [PAID, CANCELLED] } }
              records: select key, done from records
              log: { file: x.log, pattern: "(?<key>.) (?<decision>.)", decisions: { first: first } }
            workload:
              - { burst: order, operations: 1, copies: 2 }
              - { retries: order, operations: 1, attempts: 2, timeout: 50ms }
              - { replays: order, operations: 1, times: 2 }
              - { reuse: order, operations: 1 }
              - { users: order, operations: 1 }
              - { events: [order, payment], operations: 1, copies: 2 }
              - { deliveries: order, operations: 1, copies: 1-5 }
            faults:
              cut-before: 1%
              cut-after: 1.5 %
              cut-answer: 1%
              late: 1%
              latency: 100ms
              kill: { every: 3s }
              pause: { every: 3s, for: 1s }
              command: { run: "true", every: 3s }
            rounds: 2
            concurrency: 4
            settle: 1m
            quiet: 1s
            timeout: 1s
            """;

    private static JsonNode document() throws IOException {
        return JSON.readTree(Files.readString(FILE));
    }

    private static List<?> errors(String yaml) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(FILE));
        Object plan = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return schema.validate(JSON.writeValueAsString(plan), InputFormat.JSON);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/test/resources/plans/orders.yaml",
                "../../examples/shop/verify/shop.yaml",
                "../../examples/shop/verify/two-shops.yaml"
            })
    @DisplayName("the plans of this project pass both")
    void plans(String file) throws IOException {
        assertThat(errors(Files.readString(Path.of(file)))).isEmpty();
        PlanFile.read(Path.of(file), ENVIRONMENT);
    }

    @Test
    @DisplayName("a plan that says everything passes both")
    void full() throws IOException {
        PlanFile.parse("full.yaml", FULL);
        assertThat(errors(FULL)).isEmpty();
        assertThat(errors(BARE + "workload: [ { burst: order } ]\n")).isEmpty();
        assertThat(errors(FULL.replace("quiet: 1s", "quiet: 0s"))).isEmpty();
        PlanFile.parse("full.yaml", FULL.replace("quiet: 1s", "quiet: 0s").replace("latency: 100ms", "latency: 0ms"));
        assertThat(errors(BARE + "workload: []\n")).isNotEmpty();
        assertThat(errors(FULL.replace("rounds: 2", "rounds: ${env.ROUNDS:-2}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    name: full                   | nane: full
                    urls: ["http://127.0.0.1:8080"] | urls: []
                    "http://127.0.0.1:8080"      | "ftp://127.0.0.1:8080"
                    patience: 10s                | patience: 10 seconds
                    "jdbc:h2:mem:x"              | "h2:mem:x"
                    method: POST                 | method: post
                    path: /orders/               | path: orders/
                    same: body                   | same: everything
                    refusals: fresh              | refusals: forgotten
                    echo: true                   | echo: maybe
                    most: 0                      | most: -1
                    success: 200                 | success: ok
                    retry: "503"                 | again: "503"
                    scheme: stripe               | scheme: strip
                    get: /effects                | got: /effects
                    initial: "",                 | initially: "",
                    first: first                 | first: once
                    copies: 2 }                  | copies: 0 }
                    copies: 1-5                  | copies: few
                    burst: order                 | bursts: order
                    timeout: 50ms                | timeout: 50
                    timeout: 50ms                | timeout: 0ms
                    settle: 1m                   | settle: 0s
                    patience: 10s                | patience: 00s
                    every: 3s                    | every: 0m
                    "http://127.0.0.1:8080"      | "http://127.0.0.1:8080/shop"
                    target: { urls:              | 'target: { url: "http://127.0.0.1:8080", urls:'
                    colour: [red, blue]          | colour: []
                    colour: [red, blue]          | 'colour: [red], ref: [blue]'
                    ignore: /servedAt            | ignore: servedAt
                    rows: /items                 | rows: items
                    columns: [/ref, /count]      | columns: [ref, /count]
                    copies: 2 }                  | copies: 1001 }
                    cut-after: 1.5 %             | cut-after: 1.5
                    run: "true",                 | ''
                    rounds: 2                    | rounds: none
                    quiet: 1s                    | quiet: 1h
                    target: { urls               | aim: { urls
                    workload:                    | work:
                    """)
    @DisplayName("what is wrong in a plan is wrong for both")
    void broken(String right, String wrong) throws IOException {
        assertThat(FULL).contains(right);
        String plan = FULL.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong));
        assertThatThrownBy(() -> PlanFile.parse("full.yaml", plan)).isInstanceOf(PlanException.class);
        assertThat(errors(plan)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    name: full           | zzz: 1                 | /properties
                    ready: /health       | zzz: 1                 | /properties/target/anyOf/1/properties
                    user: sa             | zzz: 1                 | /properties/data/properties
                    same: body           | zzz: 1                 | /$defs/request/properties
                    retry: "503"         | zzz: "503"             | /$defs/request/properties/answers/properties
                    secret: s            | zzz: 1                 | /$defs/request/properties/sign/properties
                    rows: /items         | zzz: 1                 | /$defs/source/anyOf/1/properties
                    records:             | zzz:                   | /properties/observe/properties
                    initial: "",         | zzz: "",               | /properties/observe/properties/states/properties
                    file: x.log          | zzz: 1                 | /properties/observe/properties/log/properties
                    burst: order, operations: 1     | burst: order, zzz: 1     | /$defs/workload/anyOf/0/properties
                    retries: order, operations: 1   | retries: order, zzz: 1   | /$defs/workload/anyOf/1/properties
                    replays: order, operations: 1   | replays: order, zzz: 1   | /$defs/workload/anyOf/2/properties
                    reuse: order, operations: 1     | reuse: order, zzz: 1     | /$defs/workload/anyOf/3/properties
                    users: order, operations: 1     | users: order, zzz: 1     | /$defs/workload/anyOf/4/properties
                    payment], operations: 1         | payment], zzz: 1         | /$defs/workload/anyOf/5/properties
                    deliveries: order, operations: 1 | deliveries: order, zzz: 1 | /$defs/workload/anyOf/6/properties
                    latency: 100ms       | zzz: 100ms             | /properties/faults/properties
                    kill: { every        | kill: { zzz            | /properties/faults/properties/kill/properties
                    for: 1s              | zzz: 1s                | /properties/faults/properties/pause/properties
                    "true", every: 3s    | "true", zzz: 3s        | /properties/faults/properties/command/properties
                    """)
    @DisplayName("each name that a reader knows stands in the schema, and no other")
    void names(String right, String wrong, String place) throws IOException {
        assertThat(FULL).contains(right);
        String plan = FULL.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong));
        Throwable complaint = catchThrowable(() -> PlanFile.parse("full.yaml", plan));
        Matcher known = KNOWN.matcher(String.valueOf(complaint));
        assertThat(known.find()).as(String.valueOf(complaint)).isTrue();
        Set<String> published = new TreeSet<>(document().at(place).propertyNames());
        if (place.equals("/properties")) {
            assertThat(published.remove("extends")).isTrue(); // is taken out before the others are read
        }
        assertThat(published)
                .as(place)
                .isEqualTo(new TreeSet<>(List.of(known.group(1).split(", "))));
        assertThat(errors(plan)).isNotEmpty();
    }
}
