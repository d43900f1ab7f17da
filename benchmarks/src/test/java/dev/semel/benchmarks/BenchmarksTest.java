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

class BenchmarksTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Benchmarks benchmarks = new Benchmarks(printing(out), printing(err));

    @TempDir
    Path folder;

    @Test
    void the_core_suite_runs_and_leaves_its_files() throws Exception {
        // Figures don't matter here, so another benchmark on the same machine does no harm.
        System.setProperty("jmh.ignoreLock", "true");
        Duration blink = Duration.ofMillis(5);
        Effort least = new Effort("least", 0, 0, blink, 1, blink, true, List.of(1, 2), 10, 1_000);

        benchmarks.run(new CoreSuite(), least, Selection.ALL, folder);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("replays of 10 records", "replays of one hot record", "new operations")
                .contains("replay, 1 thread: ", "heap for each settled record");
        assertThat(folder.resolve("core.txt")).isNotEmptyFile();
        assertThat(folder.resolve("core.json")).isNotEmptyFile();
        assertThat(folder.resolve("core.svg")).isNotEmptyFile();
        assertThat(folder.resolve("core.log")).isNotEmptyFile();
    }

    @Test
    void the_sql_suite_runs_and_leaves_its_files() throws Exception {
        Pace least = new Pace(List.of(1, 4), Duration.ofMillis(10), 1, Duration.ofMillis(100));
        Selection sqlite = new Selection(List.of("sqlite"), List.of());

        benchmarks.run(new SqlSuite(least), Effort.quick(), sqlite, folder);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("SQLite", "new operations", "replays", "with a business transaction", "Semel, combined")
                .contains("SQLite, replays, Semel, combined, threads: 1: ")
                .doesNotContain("PostgreSQL 1", "NaN");
        assertThat(folder.resolve("sql.txt")).isNotEmptyFile();
        assertThat(folder.resolve("sql.json")).isNotEmptyFile();
        assertThat(folder.resolve("sql.svg")).isNotEmptyFile();
    }

    @Test
    void what_it_does_not_know_it_refuses_with_a_list_of_what_it_does() {
        assertThat(run("cor")).isEqualTo(2);
        assertThat(run("core", "--out")).isEqualTo(2);
        assertThat(run("core", "--slow")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(run("sql", "--only", "oracle")).isEqualTo(2);
        assertThat(run("sql", "--threads", "many")).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("there is no suite \"cor\"", "'--out' (FOLDER)", "Unknown option: '--slow'")
                .contains("Missing required parameter: 'SUITE'", "  core  ")
                .contains("the suite sql has no part \"oracle\"", "\"many\" is no number of threads");
    }

    private int run(String... args) {
        return Benchmarks.run(printing(out), printing(err), args);
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
