package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpSuiteTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void the_http_suite_runs_and_leaves_its_files() throws Exception {
        Pace least = new Pace(List.of(1, 16), Duration.ofMillis(10), 1, Duration.ofMillis(100));

        new Benchmarks(printed, printed).run(new HttpSuite(least), Effort.quick(), Selection.ALL, folder);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("bare endpoint", "filter, no key", "filter, new keys", "filter, replays")
                .contains("filter, no key, threads: 16: ", "filter, replays, threads: 16: ")
                .doesNotContain("NaN");
        assertThat(folder.resolve("http.txt")).isNotEmptyFile();
        assertThat(folder.resolve("http.json")).isNotEmptyFile();
        assertThat(folder.resolve("http.svg")).isNotEmptyFile();
    }
}
