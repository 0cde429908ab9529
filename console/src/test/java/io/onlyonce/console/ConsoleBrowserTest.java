package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.onlyonce.audit.AuditQuery;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.slf4j.LoggerFactory;

@DisplayName("The console in a real browser")
class ConsoleBrowserTest {
    private static ConsoleApp app;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        if (!Browser.isThere()) {
            String notice =
                    "NOT TESTED IN A BROWSER: install Chromium and its driver (Debian: chromium chromium-driver).";
            LoggerFactory.getLogger(ConsoleBrowserTest.class).error(notice);
            abort(notice);
        }
        app = ConsoleApp.with(
                List.of(new Sample.Refunds()),
                DeadLettersTest.Messages.class,
                "onlyonce.console.enabled=true",
                "onlyonce.console.unprotected=true");
        Sample.into(app);
        browser = new Browser();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (app != null) {
            app.close();
        }
    }

    @AfterEach
    void nothingToComplainOf() {
        assertThat(browser.complaints()).isEmpty();
    }

    private static String at(String path) {
        return app.address() + "/onlyonce" + path;
    }

    @Test
    @DisplayName("The chart is drawn, and drawn again after a refresh")
    void chart() {
        browser.open(at(""));
        browser.find("#chart canvas");
        assertThat(
                        (Boolean)
                                browser.script(
                                        "(() => { const c = document.querySelector('#chart canvas');"
                                                + " return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v > 0); })()"))
                .isTrue();
        browser.script("document.querySelector('#chart canvas').id = 'old'");
        browser.find("#refresh").click();
        browser.find("#chart canvas:not(#old)");
    }

    @Test
    @DisplayName("Somebody finds an order by its number, opens its record, and reads what happened to it")
    void find() {
        browser.open(at("/search"));
        browser.find("#number").sendKeys(Sample.ORDER);
        browser.find("#send").click();
        browser.says("2 entries");
        assertThat(browser.address()).endsWith("/onlyonce/search?number=" + Sample.ORDER);
        browser.find("#results a[href*='/records/']").click();
        browser.says("What happened, the oldest first");
        assertThat(browser.text())
                .containsSubsequence(
                        "Another call with the key was at work",
                        "The work ran; its answer is kept",
                        "The first answer was given again",
                        "The key belongs to another payload")
                .contains("first", "repeat", "in progress", "refused");
    }

    @Test
    @DisplayName("A key goes into the form, and only its digest into the address")
    void key() {
        browser.open(at("/search"));
        browser.find("#key").sendKeys(Sample.PAID.key(), Keys.ENTER);
        browser.says("4 entries");
        assertThat(browser.address()).contains("?digest=").doesNotContain(Sample.PAID.key());
    }

    @ParameterizedTest
    @CsvSource({"en, Older entries", "zh, 更早的记录"})
    @DisplayName(
            "A long result is leafed through page by page, without a gap and without an entry twice; back leads back")
    void pages(String language, String older) {
        int all = app.audit
                .find(AuditQuery.between(Instant.EPOCH, Instant.now().plus(Duration.ofDays(1)), AuditQuery.MOST)
                        .ofOperation("create-order"))
                .size();
        browser.open(at("/search?operation=create-order&lang=" + language));
        List<List<String>> pages = new ArrayList<>(List.of(rows()));
        while (!browser.all("#older").isEmpty()) {
            WebElement next = browser.find("#older");
            assertThat(next.getText()).isEqualTo(older);
            next.click();
            browser.gone(next);
            browser.find("#results tbody tr");
            assertThat(browser.address()).contains("before=", "operation=create-order");
            pages.add(rows());
        }
        assertThat(pages).hasSize((all + 49) / 50).hasSizeGreaterThan(3);
        assertThat(pages.subList(0, pages.size() - 1))
                .allSatisfy(page -> assertThat(page).hasSize(50));
        assertThat(pages.stream().flatMap(List::stream)).hasSize(all).doesNotHaveDuplicates();
        assertThat(browser.script("document.documentElement.lang")).isEqualTo(language);
        WebElement last = browser.find("#results tbody tr");
        browser.back();
        browser.gone(last);
        browser.find("#older");
        assertThat(rows()).isEqualTo(pages.get(pages.size() - 2));
        browser.open(at("?lang=en"));
    }

    /** What stands in the rows, and where they lead. */
    private static List<String> rows() {
        return browser.all("#results tbody tr").stream()
                .map(row -> row.findElement(By.cssSelector("a")).getDomAttribute("href") + " " + row.getText())
                .toList();
    }

    @Test
    @DisplayName("The overview counts the dead letters after it is shown; a click leads to the numbers of each source")
    void letters() {
        browser.open(at(""));
        browser.says("at least: not every broker has answered");
        assertThat(browser.find("#letters dd").getText()).isEqualTo("3");
        browser.find("#letters a").click();
        browser.says("By consumer and source");
        assertThat(browser.address()).endsWith("/onlyonce/dead-letters");
        assertThat(browser.text()).contains("paid-orders rabbitmq 3", "broken rabbitmq not known");
    }

    @Test
    @DisplayName("An abandoned claim is released with nothing but the keyboard, and the focus can be seen on the way")
    void keyboard() {
        RecordKey key = new RecordKey("user:5", "pay", UUID.randomUUID().toString());
        app.records.abandoned(key);
        browser.open(at("/records/" + key.id().toUuid()));
        WebElement release = browser.tabTo("release");
        assertThat(release.getCssValue("outline-style")).isEqualTo("solid");
        release.sendKeys(Keys.ENTER);
        browser.says("runs the work, as if it were the first");
        browser.tabTo("settle").sendKeys(Keys.ENTER);
        browser.says("The claim is released.");
        assertThat(app.records.find(key.id())).isEmpty();
    }

    @Test
    @DisplayName("The language changes to Chinese and back, and the search stays what it was")
    void language() {
        browser.open(at("/search?event=fence_lost"));
        browser.find("#languages a[hreflang=zh]").click();
        browser.says("共 1 条");
        assertThat(browser.script("document.documentElement.lang")).isEqualTo("zh");
        browser.open(at(""));
        browser.says("最近一小时的判定");
        browser.find("#languages a[hreflang=en]").click();
        browser.says("Decisions of the last hour");
        assertThat(browser.script("document.documentElement.lang")).isEqualTo("en");
    }

    @Test
    @DisplayName(
            "Nothing sticks out of a page that is 360 pixels wide; pictures of all pages are taken, by day and by night")
    void pictures() {
        String lost = "/records/" + Sample.LOST.id().toUuid();
        String fence = "?fence="
                + app.records.find(Sample.LOST.id()).orElseThrow().fence().number();
        for (String language : List.of("en", "zh")) {
            for (boolean dark : new boolean[] {false, true}) {
                for (int width : new int[] {Browser.WIDE, Browser.NARROW}) {
                    String look = "-" + language + (dark ? "-dark-" : "-light-") + width;
                    picture("overview" + look, "?lang=" + language, width, dark);
                    picture("letters" + look, "/dead-letters?lang=" + language, width, dark);
                    picture("search" + look, "/search?operation=create-order&lang=" + language, width, dark);
                    picture("record" + look, lost + "?lang=" + language, width, dark);
                    picture("confirm" + look, lost + "/confirm" + fence + "&lang=" + language, width, dark);
                }
            }
        }
        browser.open(at("?lang=en"));
        browser.size(Browser.WIDE, false);
    }

    private static void picture(String name, String path, int width, boolean dark) {
        browser.size(width, dark);
        browser.open(at(path));
        assertThat((Long) browser.script("document.documentElement.scrollWidth"))
                .as(name)
                .isLessThanOrEqualTo(width);
        browser.wholePage(width);
        browser.shoot(name);
    }
}
