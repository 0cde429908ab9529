package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditId;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What the console's pages show, and what they never show")
class ConsolePagesTest {
    private static final String SCRIPT = "<script>alert(1)</script>";
    private static final String ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;";

    private static ConsoleApp app;
    private static Client admin;

    @BeforeAll
    static void open() {
        app = ConsoleApp.with(List.of(new Sample.Refunds(), new Sample.Broken()), "onlyonce.console.enabled=true");
        Sample.into(app);
        admin = new Client(app.address(), Client.ADMIN);
    }

    @AfterAll
    static void close() {
        app.close();
    }

    private static RecordKey key() {
        return new RecordKey(
                "user:" + UUID.randomUUID(), "pay", UUID.randomUUID().toString());
    }

    private static HttpResponse<String> search(String... fields) throws Exception {
        HttpResponse<String> form = admin.get("/onlyonce/search");
        Map<String, String> all = new HashMap<>(Map.of("form-token", Client.token(form)));
        for (int i = 0; i < fields.length; i += 2) {
            all.put(fields[i], fields[i + 1]);
        }
        return admin.post("/onlyonce/search", Client.cookie(form), all);
    }

    private static String location(HttpResponse<?> answer) {
        assertThat(answer.statusCode()).isEqualTo(303);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    @Test
    @DisplayName(
            "The overview has the numbers, the figures as a table, claims, lost fences, conflicts, and the application's lists")
    void overview() throws Exception {
        String page = admin.get("/onlyonce").body();
        assertThat(page)
                .contains("Claims at work", "Abandoned claims", "data-chart=\"{", "The same figures as a table")
                .contains("/onlyonce/records/" + Sample.LOST.id().toUuid())
                .contains("/onlyonce/records/" + Sample.WORKING.id().toUuid())
                .contains("Another attempt had taken over", "The key belongs to another payload")
                .contains("Refunds to be made", Sample.ORDER, "&lt;b&gt;5.00&lt;/b&gt;")
                .contains("Suspicious notices", "This list could not be read");
        assertThat(Pattern.compile("scope=\"row\"").matcher(page).results()).hasSize(30);
    }

    @Test
    @DisplayName("A key is searched for by its digest: it stands neither in an address nor on a page")
    void keyBecomesDigest() throws Exception {
        HttpResponse<String> answer = search("key", Sample.PAID.key());
        assertThat(location(answer)).isEqualTo("/onlyonce/search?digest=" + DecisionLog.digest(Sample.PAID.key()));
        String page = admin.get(location(answer)).body();
        assertThat(page).contains(Sample.ORDER, "4 entries").doesNotContain(Sample.PAID.key());
        HttpResponse<String> leaked = admin.get("/onlyonce/search?key=" + Sample.PAID.key());
        assertThat(leaked.statusCode()).isEqualTo(400);
        assertThat(leaked.body()).contains("It was not used").doesNotContain(Sample.PAID.key() + "\"");
    }

    @Test
    @DisplayName("The record's page shows how the key begins, and neither the key nor the answer nor the scope")
    void record() throws Exception {
        RecordKey key = key();
        Fence fence = app.records.claim(key);
        byte[] answer = "the-secret-answer".getBytes(StandardCharsets.UTF_8);
        app.records.store.complete(
                key, fence, new Completion(RecordState.COMPLETED, null, answer, Duration.ofHours(1)));
        app.happened(Instant.now().minusSeconds(9), Kind.FIRST, key, new Summary("200", "N-1"), 1);
        app.happened(Instant.now().minusSeconds(5), Kind.REPLAYED, key, new Summary("200", "N-1"), 0);
        String page = admin.get("/onlyonce/records/" + key.id().toUuid()).body();
        assertThat(page)
                .contains(key.key().substring(0, 4) + "…", DecisionLog.digest(key.key()), "completed")
                .containsSubsequence("The work ran; its answer is kept", "The first answer was given again")
                .doesNotContain(key.key(), key.scope(), "the-secret-answer");
    }

    @Test
    @DisplayName("Of a short key nothing is shown but its digest")
    void shortKey() throws Exception {
        RecordKey key = new RecordKey("user:1", "pay", "pin-1234");
        app.records.claim(key);
        assertThat(admin.get("/onlyonce/records/" + key.id().toUuid()).body())
                .contains("<code>…</code>", DecisionLog.digest("pin-1234"))
                .doesNotContain("pin-");
    }

    @Test
    @DisplayName("Operation, number, code, request and actor are text, whatever is in them")
    void scripts() throws Exception {
        RecordKey key = new RecordKey("user:1", SCRIPT, UUID.randomUUID().toString());
        app.records.abandoned(key);
        app.happened(Instant.now(), Kind.FENCE_LOST, key, new Summary(SCRIPT, SCRIPT), 1);
        app.audit.append(
                List.of(AuditEntry.of(AuditId.at(Instant.now()), key, AuditEntry.Action.RELEASED_BY_HAND, SCRIPT)));
        for (String path : List.of(
                "/onlyonce",
                "/onlyonce/records/" + key.id().toUuid(),
                "/onlyonce/search?record=" + key.id().toUuid(),
                "/onlyonce/search?number=%3Cscript%3Ealert(1)%3C/script%3E",
                "/onlyonce/search?event=%3Cscript%3Ealert(1)%3C/script%3E",
                "/onlyonce/records/%3Cscript%3Ealert(1)%3C%2Fscript%3E")) {
            String page = admin.get(path).body();
            assertThat(page).as(path).doesNotContain("<script>alert");
        }
        assertThat(admin.get("/onlyonce/records/" + key.id().toUuid()).body()).contains(ESCAPED);
    }

    @Test
    @DisplayName("Bad input is answered with the value, the rule and the remedy, several at once")
    void badInput() throws Exception {
        HttpResponse<String> answer =
                search("digest", "xyz", "record", "12", "from", "yesterday", "to", "+999999999-01-01T00:00");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("The digest of the key is “xyz”, but it has 12 hexadecimal digits. Copy it")
                .contains("The record id is “12”", "The start is “yesterday”", "The end is “+999999999-01-01T00:00”");
        assertThat(admin.get("/onlyonce/search?from=2026-02-01T00:00&to=2026-01-01T00:00")
                        .body())
                .contains("is not before the end");
        assertThat(admin.get("/onlyonce/search?number=" + "7".repeat(201)).statusCode())
                .isEqualTo(400);
        assertThat(admin.get("/onlyonce/search?operation=a%00b").statusCode()).isEqualTo(400);
        assertThat(admin.get("/onlyonce/records/12").body()).contains("“12” is no id of a record");
        assertThat(admin.get("/onlyonce/records/" + UUID.randomUUID()).statusCode())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("All filters become one address, and lead to what fits all of them")
    void filters() throws Exception {
        String address = location(search(
                "number",
                Sample.ORDER,
                "operation",
                "create-order",
                "event",
                "replayed",
                "state",
                "done",
                "from",
                "2020-01-01T00:00"));
        assertThat(address)
                .contains("number=" + Sample.ORDER, "from=2020-01-01T00%3A00")
                .doesNotContain("form-token");
        assertThat(admin.get(address).body()).contains("One entry", "The first answer was given again");
    }

    @Test
    @DisplayName("Fifty entries are one page; the next one goes on where it ended")
    void pages() throws Exception {
        String first = admin.get("/onlyonce/search?operation=create-order").body();
        assertThat(first).contains("50 entries", "id=\"older\"");
        String next =
                first.replaceAll("(?s).*id=\"older\" href=\"([^\"]+)\".*", "$1").replace("&amp;", "&");
        assertThat(next).contains("before=", "operation=create-order");
        assertThat(admin.get(next).body()).contains("50 entries").doesNotContain("/records/" + Sample.PAID.id() + "\"");
    }

    @Test
    @DisplayName("A claim is settled in two steps, and what the second one does is written down with its actor")
    void settle() throws Exception {
        RecordKey key = key();
        String fence = "" + app.records.abandoned(key).number();
        String path = "/onlyonce/records/" + key.id().toUuid();
        String page = admin.get(path).body();
        assertThat(page).contains(path + "/release?fence=" + fence, path + "/confirm?fence=" + fence);
        HttpResponse<String> form = admin.get(path + "/confirm?fence=" + fence);
        assertThat(form.body()).contains("The next call with this key", "its answer is not available");
        Map<String, String> fields = Map.of("fence", fence, "form-token", Client.token(form));
        HttpResponse<String> done = admin.post(path + "/confirm", Client.cookie(form), fields);
        assertThat(done.body()).contains("The claim is confirmed");
        HttpResponse<String> again = admin.post(path + "/release", Client.cookie(form), fields);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("is not that abandoned claim", "Nothing was done");
        assertThat(app.records.find(key.id()).orElseThrow().record().state()).isEqualTo(RecordState.COMPLETED);
    }

    @Test
    @DisplayName("Another claim than the one that was looked at is left alone")
    void otherFence() throws Exception {
        RecordKey key = key();
        long fence = app.records.abandoned(key).number();
        String path = "/onlyonce/records/" + key.id().toUuid() + "/release";
        HttpResponse<String> form = admin.get("/onlyonce/search");
        HttpResponse<String> answer = admin.post(
                path, Client.cookie(form), Map.of("fence", "" + (fence + 1), "form-token", Client.token(form)));
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(app.records.find(key.id())).isPresent();
        for (String wrong : List.of("", "0", "-1", "x", "99999999999999999999")) {
            assertThat(admin.get(path + "?fence=" + wrong).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    @DisplayName("The language is the one asked for, then the one of last time, then the browser's, then English")
    void language() throws Exception {
        HttpResponse<String> chosen = admin.get("/onlyonce/search?event=first&lang=zh", "Accept-Language", "en");
        assertThat(chosen.body()).contains("<html lang=\"zh\"", "业务号", "/onlyonce/search?event=first&amp;lang=en");
        assertThat(chosen.headers().allValues("Set-Cookie"))
                .anySatisfy(cookie ->
                        assertThat(cookie).startsWith("onlyonce-lang=zh").contains("Path=/onlyonce"));
        assertThat(admin.get("/onlyonce", "Cookie", "onlyonce-lang=zh").body()).contains("总览");
        assertThat(admin.get("/onlyonce", "Accept-Language", "fr, zh-CN;q=0.8, en;q=0.5")
                        .body())
                .contains("总览");
        assertThat(admin.get("/onlyonce?lang=xx", "Accept-Language", "fr").body())
                .contains("<html lang=\"en\"", "Overview");
    }

    @Test
    @DisplayName("Without an audit table the search says how to get one, and the rest works")
    void withoutAudit() throws Exception {
        try (ConsoleApp bare = ConsoleApp.withoutAudit("onlyonce.console.enabled=true")) {
            Client client = new Client(bare.address(), Client.ADMIN);
            RecordKey key = key();
            bare.records.abandoned(key);
            assertThat(client.get("/onlyonce/search").body())
                    .contains("onlyonce.audit.enabled=true")
                    .doesNotContain("<form");
            assertThat(client.get("/onlyonce").body())
                    .contains(key.id().toUuid().toString());
            assertThat(client.get("/onlyonce/records/" + key.id().toUuid()).body())
                    .contains("onlyonce.audit.enabled=true", "Settle this claim");
        }
    }
}
