package dev.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.StoreAddress;
import dev.semel.demo.start.Choices;
import dev.semel.servers.Installed;
import dev.semel.servers.TempFolder;
import dev.semel.servers.process.Ports;
import dev.semel.servers.process.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.springframework.context.ConfigurableApplicationContext;

/** Plays every scenario of the start page in a real browser. Writes pictures of the page to {@code target/page}. */
@DisplayName("the demo's start page")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int DESKTOP = 1280;
    private static final int PHONE = 390;

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
                "--hide-scrollbars",
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
        show(DESKTOP, "light");
        open(address);
    }

    /** Opens the page of the service at {@code from}. */
    private void open(String from) {
        browser.get(from + "/");
        await(() -> !buttons().isEmpty());
    }

    private List<WebElement> buttons() {
        return browser.findElements(By.cssSelector("#scenarios button"));
    }

    private void show(int width, String colours) {
        show(width, colours, "reduce");
    }

    private void show(int width, String colours, String motion) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", colours),
                                Map.of("name", "prefers-reduced-motion", "value", motion))));
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the page does not respond").isLessThan(deadline);
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private WebElement button(String scenario) {
        return browser.findElement(By.cssSelector("button[data-scenario=" + scenario + "]"));
    }

    /** Plays a scenario to its end, and returns the answers in the order of their requests. */
    private List<String> play(String scenario) {
        button(scenario).click();
        awaitEnd();
        return answers();
    }

    private void awaitEnd() {
        await(() ->
                !text("#summary").startsWith("Sending") && buttons().stream().allMatch(WebElement::isEnabled));
        assertThat(browser.findElement(By.id("summary")).getAttribute("data-kind"))
                .as(text("#summary"))
                .isEqualTo("done");
    }

    private List<String> answers() {
        return texts("#lanes .answer");
    }

    private String text(String selector) {
        return browser.findElement(By.cssSelector(selector)).getText();
    }

    private List<String> texts(String selector) {
        return browser.findElements(By.cssSelector(selector)).stream()
                .map(WebElement::getText)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("plays each scenario to its end and shows answers, effects and states of records:")
    @CsvSource(delimiter = '|', textBlock = """
            lost    | no answer in time, 201 replayed, 201 replayed          | 3 requests, 1 effect, 2 replays    | completed
            changed | 201 Created, 422 Unprocessable                         | 2 requests, 1 effect, 0 replays    | completed
            failure | 503 Unavailable, 201 Created, 201 replayed             | 3 requests, 1 effect, 1 replay     | completed
            refund  | 201 Created, 200 OK, 200 replayed, 409 Conflict        | 4 requests, 2 effects, 1 replay    | completed, completed, completed
            order   | 201 Created, 202 Accepted, 200 in progress, 200 completed, 201 replayed | 5 requests, 1 effect, 1 replay | completed
            webhook | 200 OK, 200 replayed, 422 Unprocessable                | 3 requests, 1 effect, 1 replay     | completed
            email   | 202 Accepted, 202 replayed, 503 Unavailable, 503 replayed | 4 requests, 1 effect, 2 replays | completed, completed
            quota   | 200 0 of 10000, 201 Created, 201 replayed, 201 replayed, 200 1 of 10000 | 5 requests, 1 effect, 2 replays | completed
            """)
    void scenario(String name, String answers, String counts, String states) {
        assertThat(String.join(", ", play(name))).isEqualTo(answers);
        assertThat(text("#summary")).startsWith(counts + ". ");
        assertThat(String.join(", ", texts("#records .state"))).isEqualTo(states);
    }

    @Test
    @DisplayName("plays its story without a click, unless its reader prefers reduced motion")
    void story() {
        assertThat(text("#summary")).isEqualTo("No request was sent yet.");
        show(DESKTOP, "light", "no-preference");
        open(address);
        awaitEnd();
        assertThat(text("#summary")).startsWith("3 requests, 1 effect, 2 replays. ");
        assertThat(button("lost").getAttribute("aria-pressed")).isEqualTo("true");
        assertThat(browser.switchTo().activeElement()).isEqualTo(browser.findElement(By.tagName("body")));
        picture("story");
    }

    @Test
    @DisplayName("shows ten requests that fly in parallel, one effect and nine replays")
    void ten() {
        show(DESKTOP, "light", "no-preference");
        assertThat(play("ten"))
                .containsOnlyOnce("201 Created")
                .hasSize(10)
                .allMatch(answer -> answer.startsWith("201 "));
        assertThat(text("#summary")).startsWith("10 requests, 1 effect, 9 replays. ");
        assertThat(List.of(text("#requests"), text("#replays"), text("#effects")))
                .containsExactly("10", "9", "1");
        assertThat(texts("#log tbody tr")).singleElement().asString().contains("payments.create");
        picture("desktop");
    }

    @Test
    @DisplayName("survives a crash of the service, and shows that the card was charged once")
    void crash() {
        String[] options = {
            "--port",
            String.valueOf(Ports.free()),
            "--data",
            folder.resolve("crash").toString()
        };
        try (DemoProcess first = DemoProcess.start(folder.path(), options)) {
            open(first.address());
            button("crash").click();
            assertThat(first.exitCode()).isEqualTo(137);
        }
        await(() -> text("#summary").startsWith("Still down."));
        assertThat(text("#summary")).contains("./semel demo --port " + options[1]);
        try (DemoProcess second = DemoProcess.start(folder.path(), options)) {
            second.address();
            awaitEnd();
            assertThat(answers()).containsExactly("connection lost", "201 Created", "201 replayed");
            assertThat(text("#summary"))
                    .startsWith("3 requests, 1 effect, 1 replay. ")
                    .endsWith("once.");
            assertThat(text("#lanes .between")).endsWith("is back on the same store");
            picture("crash");
        }
    }

    @Test
    @DisplayName("shows the end of a quota")
    void quotaEnds() {
        StoreAddress store = StoreAddress.of("sqlite:" + folder.resolve("quota.db"));
        try (ConfigurableApplicationContext small = Demo.start(new Choices(0, store, folder.path(), 2))) {
            open("http://127.0.0.1:" + small.getEnvironment().getRequiredProperty("local.server.port"));
            assertThat(play("quota"))
                    .endsWith("201 replayed", "201 replayed", "201 Created", "429 Too Many Requests", "200 2 of 2");
        }
    }

    @Test
    @DisplayName("shows each request as a command that works, and the answer to it")
    void terminal() throws Exception {
        play("lost");
        assertThat(texts("#exchanges .printed"))
                .satisfiesExactly(
                        lost -> assertThat(lost).startsWith("curl: (28)"),
                        replay -> assertThat(replay)
                                .startsWith("HTTP/1.1 201")
                                .contains("Idempotency-Replayed: true")
                                .contains("CAPTURED"),
                        replay -> assertThat(replay).startsWith("HTTP/1.1 201"));
        String command = text("#exchange-2 .typed code");
        Process shell = new ProcessBuilder("sh", "-c", command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("HTTP/1.1 201")
                .contains("Idempotency-Replayed: true");
        WebElement copy = browser.findElement(By.cssSelector("#exchange-2 .copy"));
        copy.click();
        await(() -> List.of("Copied", "Selected").contains(copy.getText()));
    }

    @Test
    @DisplayName("is accessible: keyboard, language, headings, and a name for each part")
    void accessible() {
        button("changed").sendKeys(Keys.ENTER);
        awaitEnd();
        assertThat(answers()).hasSize(2);
        assertThat(browser.switchTo().activeElement()).isEqualTo(button("changed"));
        assertThat(button("changed").getAttribute("aria-pressed")).isEqualTo("true");
        assertThat(browser.findElement(By.tagName("html")).getAttribute("lang")).isEqualTo("en");
        assertThat(browser.findElements(By.tagName("h1"))).hasSize(1);
        assertThat(browser.findElement(By.id("summary")).getAttribute("aria-live"))
                .isEqualTo("polite");
        assertThat(browser.findElements(By.cssSelector("th:not([scope])"))).isEmpty();
        assertThat(browser.findElements(By.cssSelector("section:not([aria-labelledby])")))
                .isEmpty();
        assertThat(browser.findElements(By.cssSelector("#exchanges .copy:not([aria-label])")))
                .isEmpty();
    }

    @ParameterizedTest
    @DisplayName("fits a desktop and a phone, in light and dark colours")
    @CsvSource({DESKTOP + ", light", DESKTOP + ", dark", PHONE + ", light", PHONE + ", dark"})
    void fits(int width, String colours) {
        show(width, colours);
        play("order");
        assertThat(browser.executeScript("return document.documentElement.scrollWidth"))
                .isEqualTo((long) width);
        picture(width + "-" + colours);
    }

    /** Saves a picture of the whole page. */
    private void picture(String name) {
        Object picture = browser.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                .get("data");
        try {
            Path file = Files.createDirectories(Path.of("target", "page")).resolve(name + ".png");
            Files.write(file, Base64.getDecoder().decode(picture.toString()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("causes no error in the browser and loads nothing from other servers")
    void quiet() {
        play("changed");
        List<String> severe = browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message ->
                        Stream.of("404", "409", "422", "429", "503", "ERR_").noneMatch(message::contains))
                .toList();
        assertThat(severe).isEmpty();
        Object elsewhere =
                browser.executeScript("return performance.getEntriesByType('resource').map(r => r.name).filter(n =>"
                        + " !n.startsWith(location.origin)).filter(n => !n.startsWith('data:'))");
        assertThat((List<?>) elsewhere).isEmpty();
    }
}
