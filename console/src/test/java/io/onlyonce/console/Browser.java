package io.onlyonce.console;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.FluentWait;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A real Chromium without a window. */
final class Browser implements AutoCloseable {
    static final int WIDE = 1280;
    static final int NARROW = 360;

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST_TABS = 60;
    private static final Path SHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;

    /** Where Chromium is, if it is there. */
    static Optional<Path> chromium() {
        return installed("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
    }

    private static Optional<Path> driver() {
        return installed("/usr/bin/chromedriver", "/usr/lib/chromium-browser/chromedriver");
    }

    private static Optional<Path> installed(String... places) {
        return Stream.of(places).map(Path::of).filter(Files::isExecutable).findFirst();
    }

    /** Whether there is all that it needs. */
    static boolean isThere() {
        return chromium().isPresent() && driver().isPresent();
    }

    Browser() throws IOException {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "chromium-");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium().orElseThrow().toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en",
                "--user-data-dir=" + profile.toAbsolutePath());
        File executable = driver().orElseThrow().toFile();
        this.driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(executable)
                        .usingAnyFreePort()
                        .build(),
                options);
        size(WIDE, false);
    }

    /** How wide it is, and whether it is night. */
    void size(int width, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width == NARROW));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    void open(String address) {
        driver.get(address);
    }

    String address() {
        return driver.getCurrentUrl();
    }

    /** A page that a click has just left may go away between two questions; then the next one is asked. */
    private FluentWait<WebDriver> patiently() {
        return new WebDriverWait(driver, PATIENCE).ignoring(WebDriverException.class);
    }

    /** The element, as soon as it is there. */
    WebElement find(String css) {
        return patiently().until(any -> driver.findElement(By.cssSelector(css)));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** Waits until the element is not in the page any more. */
    void gone(WebElement element) {
        patiently().until(ExpectedConditions.stalenessOf(element));
    }

    void back() {
        driver.navigate().back();
    }

    /** Waits until the page says it. */
    void says(String text) {
        patiently()
                .until(any -> driver.findElement(By.tagName("body")).getText().contains(text));
    }

    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    /** Goes on by the tabulator key until the element has the focus. */
    WebElement tabTo(String id) {
        for (int i = 0; i < MOST_TABS; i++) {
            WebElement focused = driver.switchTo().activeElement();
            if (id.equals(focused.getDomAttribute("id"))) {
                return focused;
            }
            focused.sendKeys(Keys.TAB);
        }
        throw new AssertionError("The tabulator key does not lead to #" + id + " on " + driver.getCurrentUrl());
    }

    /** What a script says. */
    Object script(String text) {
        return driver.executeScript("return " + text);
    }

    /** What the browser complained of since the last time. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The whole page as a picture. */
    void shoot(String name) {
        Object data = driver.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                .get("data");
        try {
            Files.createDirectories(SHOTS);
            Files.write(SHOTS.resolve(name + ".png"), Base64.getDecoder().decode((String) data));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As many pixels high as the page is. */
    void wholePage(int width) {
        Number height = (Number) script("document.documentElement.scrollHeight");
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height.intValue(), "deviceScaleFactor", 1, "mobile", width == NARROW));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
