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

class CounterSuiteTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void the_counters_suite_runs_and_leaves_its_files() throws Exception {
        Pace least = new Pace(List.of(1, 64), Duration.ofMillis(10), 1, Duration.ofMillis(100));

        new Benchmarks(printed, printed).run(new CounterSuite(least), Effort.quick(), Selection.ALL, folder);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("PostgreSQL", "Redis", "one hot subject", "cold subjects", "raw increment")
                .contains("times the raw increment")
                .doesNotContain("NaN");
        assertThat(folder.resolve("counters.txt")).isNotEmptyFile();
        assertThat(folder.resolve("counters.json")).isNotEmptyFile();
        assertThat(folder.resolve("counters.svg")).isNotEmptyFile();
    }
}
