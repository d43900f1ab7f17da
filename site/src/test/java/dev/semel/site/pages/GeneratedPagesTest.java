package dev.semel.site.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the pages that are made from data")
class GeneratedPagesTest {
    private static final Path ROOT =
            Path.of(System.getProperty("semel.root", "..")).toAbsolutePath().normalize();

    private static final String RUN = """
            {"site": "%s", "commit": "72baf093", "date": "2026-11-19", "command": "./semel torture --store %1$s --minutes 5 --seed 7",
             "seed": 7, "java": 21, "cores": 2, "seconds": 312, "counts": {"operations": 81234, "records": 900, "kills": 107},
             "violations": 0, "forgotten": 3%s}
            """;

    @TempDir
    private Path folder;

    @Test
    @DisplayName("are up to date")
    void upToDate() throws IOException {
        assertThat(GeneratedPages.of(ROOT).stale().stream()
                        .map(page -> ROOT.relativize(page) + " is stale: run ./semel reference"))
                .isEmpty();
    }

    @Test
    @DisplayName("list settings, also those of a route and of a quota, with their values, defaults and meanings")
    void settings() throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/reference/configuration.md")))
                .contains("| `semel.store-timeout` | duration | `5s` |")
                .contains(
                        "| `semel.http.routes[].key-header` | text | `Idempotency-Key` | the header that carries the key")
                .contains("| `semel.http.routes[].scope` | `endpoint`, `principal`, `shared` | `endpoint` |")
                .contains("| `semel.quotas.<name>.per-minute` | number |")
                .contains("| `semel.operations.<name>.retention` |");
    }

    @Test
    @DisplayName("have a row for each torture run, whichever there are")
    void results() throws IOException {
        assertThat(ResultsPage.of(folder.resolve("none"))).contains("No run is recorded");
        Files.writeString(folder.resolve("sqlite.json"), RUN.formatted("sqlite", ""));
        Files.writeString(folder.resolve("redis.json"), RUN.formatted("redis", ", \"failure\": \"no server\""));
        assertThat(ResultsPage.of(folder))
                .containsSubsequence(
                        "| redis | 81,234 | 900 | – | – | 3 | the rig failed |",
                        "| sqlite | 81,234 | 900 | – | – | 3 | 0 |",
                        "| sqlite | 107 | – |",
                        "| sqlite | 2026-11-19 | `72baf093` | 21 | 2 | `./semel torture --store sqlite --minutes 5 --seed 7` |");
    }
}
