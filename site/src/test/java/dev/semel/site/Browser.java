package dev.semel.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.TempFolder;
import dev.semel.servers.process.Programs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A headless Chromium with the width of a desktop or of a phone. */
final class Browser implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final TempFolder profile = TempFolder.create("site-browser");
    private final ChromeDriver driver;

    Browser() {
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
                "--user-data-dir=" + profile.path());
        options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(
                                Path.of(Programs.find("chromedriver")).toFile())
                        .build(),
                options);
    }

    void resize(int width, int height, boolean isPhone) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", isPhone));
    }

    void open(String address) {
        driver.get(address);
    }

    String address() {
        return String.valueOf(driver.getCurrentUrl());
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Waits until an element is shown. */
    WebElement shown(String selector) {
        await(selector + " to be shown", () -> all(selector).stream().anyMatch(WebElement::isDisplayed));
        return all(selector).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElseThrow();
    }

    /** Waits until the heading of the page is this one. */
    void awaitHeading(String heading) {
        await(
                "the heading " + heading,
                () -> all("h1").stream()
                        .anyMatch(each ->
                                each.getText().replace("\u200b", "").strip().equals(heading)));
    }

    void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!holds(condition)) {
            assertThat(System.nanoTime())
                    .as("waiting for %s on %s", what, address())
                    .isLessThan(deadline);
        }
    }

    /** A page that is being replaced has elements that are no longer there. */
    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (StaleElementReferenceException e) {
            return false;
        }
    }

    Object run(String script) {
        Object result = driver.executeScript(script);
        return result == null ? "" : result;
    }

    /** Returns what pages have written to the console since the last time, favourable messages left out. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
        profile.close();
    }
}
