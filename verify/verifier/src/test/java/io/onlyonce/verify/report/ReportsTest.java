package io.onlyonce.verify.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.check.Check;
import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Judge;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Rules;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.run.Verification.Result;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportsTest {
    private static Report nothing() {
        Evidence evidence = new Evidence(
                History.of(List.of()), Observed.nothing(), new Rules(Map.of(), Optional.empty(), Duration.ZERO));
        return new Report("nothing", Duration.ZERO, new Result(new Judge().judge(evidence), evidence, 1));
    }

    @Test
    @DisplayName("the text tells the verdict first, then each step of the counter-example, then every check")
    void text() {
        String text = TextReport.of(Histories.twice());
        assertThat(text)
                .startsWith("INVALID")
                .contains("at-most-one-effect is broken")
                .contains("request 1 of client 1 sends")
                .contains("the service: node 1 killed")
                .contains("effects of v1-1: 2");
        for (Check check : Judge.CHECKS) {
            assertThat(text).contains("  " + check.name());
        }
        assertThat(TextReport.of(Histories.once())).startsWith("VALID").doesNotContain("broken");
        assertThat(TextReport.of(nothing())).startsWith("UNKNOWN").contains("The history is empty");
    }

    @Test
    @DisplayName("an explanation says where it comes from and what to do, for every check")
    void explained() {
        assertThat(TextReport.explained(Histories.twice())).contains("Where it comes from: ", "What to do: ");
        for (Check check : Judge.CHECKS) {
            assertThat(CheckGuide.of(check.name())).as(check.name()).isPresent();
        }
    }

    @Test
    @DisplayName("HTML: no text of the service becomes a mark, and nothing is fetched")
    void html() {
        String html = HtmlReport.of(Histories.twice());
        assertThat(html)
                .doesNotContain("<script")
                .doesNotContain("\u0000")
                .contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;quotes&quot;")
                .contains("中文")
                .contains("<svg class=\"timeline\"")
                .doesNotContain("src=")
                .doesNotContain("href=")
                .doesNotContain("url(")
                .doesNotContain("@import");
        assertThat(html.indexOf("INVALID")).isLessThan(html.indexOf("<section"));
        assertThat(HtmlReport.of(Histories.once())).contains(">VALID<");
        assertThat(HtmlReport.of(nothing())).contains(">UNKNOWN<");
    }

    @Test
    @DisplayName("JSON: verdict, counter-examples, checks and numbers")
    void json() {
        JsonNode json = JsonMapper.shared().readTree(JsonReport.of(Histories.twice()));
        assertThat(json.at("/verdict").asString()).isEqualTo("invalid");
        assertThat(json.at("/counterExamples/0/check").asString()).isEqualTo("at-most-one-effect");
        assertThat(json.at("/checks")).hasSize(Judge.CHECKS.size());
        assertThat(json.at("/outcomes/unknown").asInt()).isEqualTo(1);
        assertThat(json.at("/latencyMillis/max").asDouble()).isEqualTo(8.0);
    }

    @Test
    @DisplayName("JUnit XML: a test case for each check, a failure for what is broken, an error for what is unknown")
    void junit() throws Exception {
        Element broken = suite(JunitReport.of(Histories.twice()));
        assertThat(broken.getElementsByTagName("testcase").getLength()).isEqualTo(Judge.CHECKS.size() + 1);
        assertThat(broken.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(broken.getAttribute("failures")).isEqualTo("1");
        assertThat(broken.getAttribute("errors")).isEqualTo("0");
        assertThat(suite(JunitReport.of(Histories.once())).getAttribute("failures"))
                .isEqualTo("0");
        assertThat(suite(JunitReport.of(nothing()))
                        .getElementsByTagName("error")
                        .getLength())
                .isEqualTo(1);
    }

    private static Element suite(String xml) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        return document.getDocumentElement();
    }

    @Test
    @DisplayName("each planned fault with its count, 0 included, is in every report; what never happened is said")
    void faults() {
        List<Event> events = new ArrayList<>(List.of(
                new Event.Planned(0, "cut-after"),
                new Event.Planned(0, "late"),
                new Event.Planned(0, "kill"),
                new Event.Planned(0, "pause"),
                new Event.Dealt(2_000_000, "kill")));
        Report once = Histories.once();
        events.addAll(once.history().events());
        Evidence evidence = new Evidence(
                History.of(events),
                once.result().evidence().observed(),
                once.result().evidence().rules());
        Report report = new Report("faults", Duration.ZERO, new Result(once.verdict(), evidence, 1));
        assertThat(TextReport.of(report))
                .contains("faults: cut-after 1, late 0, kill 1, pause 0")
                .contains("planned, and never happened: late, pause.");
        JsonNode faults = JsonMapper.shared().readTree(JsonReport.of(report)).at("/faults");
        assertThat(faults.at("/pause").asInt(-1)).isZero();
        assertThat(faults.at("/kill").asInt(-1)).isEqualTo(1);
        assertThat(HtmlReport.of(report))
                .contains("<td>pause</td>\n<td class=\"number\">0</td>")
                .contains("planned, and never happened: late, pause.");
        assertThat(TextReport.of(once)).doesNotContain("never happened");
    }

    @Test
    @DisplayName("the checks are put to the evidence once, however many reports are written")
    void judgedOnce() {
        Report report = Histories.twice();
        assertThat(report.findings()).isSameAs(report.findings());
        assertThat(report.findings().keySet())
                .containsExactlyElementsOf(
                        Judge.CHECKS.stream().map(Check::name).toList());
    }

    @Test
    @DisplayName("a timeline that leaves requests out says so")
    void undrawn() {
        Report once = Histories.once();
        Attempt attempt = once.history().attempts().get(0);
        CounterExample example =
                new CounterExample("at-most-one-effect", "many", Collections.nCopies(43, attempt), List.of(), 0);
        assertThat(Timeline.of(example, once.history())).contains("The first 40 requests are drawn; 3 more");
    }

    @Test
    @DisplayName("numbers: outcomes, percentiles, ranges of latencies")
    void figures() {
        Figures figures = Figures.of(Histories.once().history());
        assertThat(figures.requests()).isEqualTo(3);
        assertThat(figures.operations()).isEqualTo(1);
        assertThat(figures.outcomes()).isEqualTo(Map.of("success", 1, "success (replay)", 1, "unknown", 1));
        assertThat(figures.percentile(0.5)).isEqualTo(3.0);
        assertThat(figures.histogram()).isEqualTo(Map.of("< 5 ms", 1, "< 10 ms", 1));
        assertThat(Figures.of(nothing().history()).histogram()).isEmpty();
        assertThat(nothing().verdict()).isInstanceOf(Verdict.Unknown.class);
    }
}
