package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the command line of the benchmarks")
class BenchmarksTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    @DisplayName("rejects unknown suites, parts and options, and lists the known ones")
    void rejects() {
        assertThat(run("cor")).isEqualTo(2);
        assertThat(run("core", "--out")).isEqualTo(2);
        assertThat(run("core", "--slow")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(run("sql", "--only", "oracle")).isEqualTo(2);
        assertThat(run("sql", "--threads", "many")).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("there is no suite \"cor\"", "'--out' (FOLDER)", "Unknown option: '--slow'")
                .contains("Missing required parameter: 'SUITE'", "  core  ")
                .contains("the suite sql has no part \"oracle\"", "\"many\" is not a number of threads");
    }

    private int run(String... args) {
        return Benchmarks.run(printing(out), printing(err), args);
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
