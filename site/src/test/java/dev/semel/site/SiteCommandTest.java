package dev.semel.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Builds the documentation as {@code ./semel site} does, and reads it in a real browser. */
@DisplayName("the documentation site")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SiteCommandTest {
    private static final Path ROOT =
            Path.of(System.getProperty("semel.root", "..")).toAbsolutePath().normalize();

    private Path folder;
    private BuiltSite site;
    private SiteServer server;
    private Browser browser;

    @BeforeAll
    void build() throws IOException {
        Installed.NODE.orSkip();
        Installed.CHROMIUM.orSkip();
        folder = SiteCommand.build(ROOT);
        site = new BuiltSite(folder);
        server = SiteServer.start(folder, 0);
        browser = new Browser();
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void complained() {
        assertThat(browser.complaints()).as("what pages wrote to the console").isEmpty();
    }

    private void open(String page) {
        browser.open(server.address() + "/" + page);
    }

    private void desktop() {
        browser.resize(1280, 900, false);
    }

    private void phone() {
        browser.resize(390, 844, true);
    }

    @Test
    @DisplayName("has no link that leads nowhere, and no anchor that its page lacks")
    void links() throws IOException {
        assertThat(site.pages()).hasSizeGreaterThan(50).contains("index.html", "stores/redis.html");
        assertThat(site.broken()).isEmpty();
    }

    @Test
    @DisplayName("leads from its home page to Getting started, with the groups of pages in their order")
    void navigation() {
        desktop();
        open("");
        browser.shown(".VPHero .action a.brand").click();
        browser.awaitHeading("Getting started");
        browser.shown(".VPSidebar");
        // Those of closed groups have no text.
        assertThat(browser.all(".VPSidebarItem > .item").stream()
                        .map(WebElement::getText)
                        .filter(text -> !text.isEmpty()))
                .containsExactly(
                        "Getting started",
                        "Concepts",
                        "Guides",
                        "Stores",
                        "Integrations",
                        "Reference",
                        "Operations",
                        "Proof",
                        "FAQ and troubleshooting",
                        "Project");
        assertThat(browser.all(".edit-link-button").get(0).getAttribute("href"))
                .endsWith("/edit/main/docs/getting-started.md");
    }

    @Test
    @DisplayName("names the version of the POMs in its menu")
    void version() throws IOException {
        String version = Pattern.compile("<version>([^<]+)</version>")
                .matcher(Files.readString(ROOT.resolve("bom/pom.xml")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        desktop();
        open("guides/index.html");
        browser.shown(".VPNavBarMenu");
        assertThat(browser.all(".VPNavBarMenuGroup .text").stream().map(WebElement::getText))
                .anyMatch(text -> text.startsWith(version.replace("-SNAPSHOT", "")));
    }

    @Test
    @DisplayName("finds a runbook by its words and opens it at its heading")
    void search() {
        desktop();
        open("guides/index.html");
        browser.shown(".VPNavBarSearch button").click();
        browser.shown(".VPLocalSearchBox input").sendKeys("lease lost");
        browser.await(
                "results",
                () -> browser.all(".VPLocalSearchBox .result").stream()
                        .anyMatch(each -> each.getText().contains("Runbooks")));
        browser.all(".VPLocalSearchBox .result").stream()
                .filter(each -> each.getText().contains("Runbooks"))
                .findFirst()
                .orElseThrow()
                .click();
        browser.awaitHeading("Runbooks");
        assertThat(browser.address()).endsWith("/operations/runbooks.html#lease-lost");
    }

    @Test
    @DisplayName("has a menu on a phone that leads to another page")
    void phoneMenu() {
        phone();
        open("concepts/key.html");
        browser.shown(".VPLocalNav .menu").click();
        WebElement entry = browser.shown(".VPSidebar.open a[href='/concepts/lease.html']");
        entry.sendKeys(Keys.ENTER);
        browser.awaitHeading("Lease");
    }

    @Test
    @DisplayName("fits into the width of a phone on every page")
    void phoneWidth() throws IOException {
        phone();
        List<String> tooWide = new ArrayList<>();
        for (String page : site.pages()) {
            if (page.startsWith("decisions/0")) {
                continue;
            }
            open(page);
            Object excess = browser.run("return document.documentElement.scrollWidth - window.innerWidth");
            if (((Number) excess).intValue() > 0) {
                tooWide.add(page + ": " + excess + " pixels");
            }
        }
        assertThat(tooWide).isEmpty();
    }

    @Test
    @DisplayName("shows every figure, and loads nothing from other servers")
    void figures() {
        desktop();
        for (String page : List.of("index.html", "concepts/lease.html", "proof/performance.html")) {
            open(page);
            browser.await(
                    "images",
                    () -> Boolean.TRUE.equals(
                            browser.run(
                                    "return [...document.images].every(i => i.loading === 'lazy' || i.complete && i.naturalWidth > 0)")));
            assertThat(browser.all(".vp-doc img")).isNotEmpty();
            assertThat((List<?>) browser.run("return performance.getEntriesByType('resource').map(r => r.name)"
                            + ".filter(n => !n.startsWith(location.origin) && !n.startsWith('data:'))"))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("has the Javadoc of what applications import, and of nothing else")
    void javadoc() throws IOException {
        desktop();
        open("");
        browser.shown(".VPNavBarMenu a[href='/api/index.html']").click();
        browser.awaitHeading("Semel API");
        browser.open(server.address() + "/api/dev/semel/jdbc/JdbcStore.html");
        browser.awaitHeading("Class JdbcStore");
        assertThat(folder.resolve("api/dev/semel/Operation.html")).exists();
        assertThat(folder.resolve("api/dev/semel/boot/SemelProperties.html")).exists();
        assertThat(folder.resolve("api/dev/semel/engine")).doesNotExist();
        assertThat(folder.resolve("api/dev/semel/jdbc/dialect")).doesNotExist();
        assertThat(Files.readString(folder.resolve("api/index.html"))).contains("semel-core");
    }
}
