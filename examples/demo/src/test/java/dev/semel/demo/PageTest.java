package dev.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.StoreAddress;
import dev.semel.demo.start.Choices;
import dev.semel.servers.Installed;
import dev.semel.servers.TempFolder;
import dev.semel.servers.process.Programs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the start page in a real browser. */
@DisplayName("the demo's start page")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest {
    private final TempFolder folder = TempFolder.create("page");
    private ConfigurableApplicationContext context;
    private ChromeDriver browser;
    private String address;

    @BeforeAll
    void start() {
        Installed.CHROMIUM.orSkip();
        StoreAddress store = StoreAddress.of("sqlite:" + folder.resolve("demo.db"));
        context = Demo.start(new Choices(0, store, folder.path(), 10_000));
        address = "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Programs.find("chromium"));
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + folder.resolve("profile"));
        options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(
                                Path.of(Programs.find("chromedriver")).toFile())
                        .build(),
                options);
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.quit();
        }
        if (context != null) {
            context.close();
        }
        folder.close();
    }

    @BeforeEach
    void open() {
        browser.get(address + "/");
        await(() -> !browser.findElements(By.id("count")).isEmpty());
    }

    private List<String> press(String trial) {
        button(trial).click();
        return answers();
    }

    private WebElement button(String trial) {
        return browser.findElement(By.cssSelector("button[data-trial=" + trial + "]"));
    }

    private List<String> answers() {
        await(() -> summary().contains("requests"));
        return browser.findElements(By.cssSelector("#answers tbody tr td:nth-child(2)")).stream()
                .map(WebElement::getText)
                .toList();
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the page does not respond").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private String summary() {
        return browser.findElement(By.id("summary")).getText();
    }

    private int fresh() {
        return browser.findElements(By.cssSelector("#effects tbody tr.fresh")).size();
    }

    @Test
    @DisplayName("sends a payment twice and shows one effect")
    void twice() {
        assertThat(press("twice")).containsExactly("201", "201");
        assertThat(summary()).isEqualTo("2 requests, 1 effect, 1 answer replayed.");
        assertThat(fresh()).isEqualTo(1);
    }

    @Test
    @DisplayName("sends ten payments in parallel and shows one effect")
    void ten() {
        assertThat(press("ten")).hasSize(10).containsOnly("201");
        assertThat(summary()).isEqualTo("10 requests, 1 effect, 9 answers replayed.");
    }

    @Test
    @DisplayName("shows that a changed payment is rejected")
    void changed() {
        assertThat(press("changed")).containsExactly("201", "422");
        assertThat(summary()).startsWith("2 requests, 1 effect,");
    }

    @Test
    @DisplayName("shows that a failure frees the key")
    void failure() {
        assertThat(press("failure")).containsExactly("503", "201", "201");
        assertThat(summary()).isEqualTo("3 requests, 1 effect, 1 answer replayed.");
    }

    @Test
    @DisplayName("lists the growing effects, newest first")
    void grows() {
        int before = Integer.parseInt(browser.findElement(By.id("count")).getText());
        press("twice");
        assertThat(browser.findElement(By.id("count")).getText()).isEqualTo(String.valueOf(before + 1));
        String newest = browser.findElement(By.cssSelector("#effects tbody tr")).getText();
        assertThat(newest).contains("payments.create").contains("guest").contains("page-");
    }

    @Test
    @DisplayName("is accessible: keyboard, language, heading, and a name for each part")
    void accessible() {
        button("twice").sendKeys(Keys.ENTER);
        assertThat(answers()).hasSize(2);
        assertThat(browser.findElement(By.tagName("html")).getAttribute("lang")).isEqualTo("en");
        assertThat(browser.findElements(By.tagName("h1"))).hasSize(1);
        assertThat(browser.findElement(By.id("summary")).getAttribute("aria-live"))
                .isEqualTo("polite");
        assertThat(browser.findElements(By.cssSelector("th:not([scope])"))).isEmpty();
        assertThat(browser.findElements(By.cssSelector("section:not([aria-labelledby])")))
                .isEmpty();
    }

    @Test
    @DisplayName("causes no error in the browser and loads nothing from other servers")
    void quiet() {
        press("twice");
        List<String> severe = browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message -> !message.contains("422") && !message.contains("503"))
                .toList();
        assertThat(severe).isEmpty();
        Object elsewhere =
                browser.executeScript("return performance.getEntriesByType('resource').map(r => r.name).filter(n =>"
                        + " !n.startsWith(location.origin)).filter(n => !n.startsWith('data:'))");
        assertThat((List<?>) elsewhere).isEmpty();
    }
}
