package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.Selection;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs each suite with the least effort. The figures don't matter here. */
@DisplayName("each suite runs and writes its files:")
class SuitesTest {
    @TempDir
    Path folder;

    /** Returns the output of a suite, after checking the files that it writes. */
    private String run(String suite, Selection selection) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Benchmarks(printing(out), printing(new ByteArrayOutputStream()))
                .run(Benchmarks.suite(suite), Effort.LEAST, selection, folder);
        for (String kind : List.of(".txt", ".json", ".svg")) {
            assertThat(folder.resolve(suite + kind)).isNotEmptyFile();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("core")
    void core() throws Exception {
        // Otherwise JMH refuses to run beside another benchmark on the same machine.
        System.setProperty("jmh.ignoreLock", "true");

        assertThat(run("core", Selection.ALL))
                .contains("replays of 10 records", "replays of one hot record", "new operations")
                .contains("replay, 1 thread: ", "heap for each settled record");
        assertThat(folder.resolve("core.log")).isNotEmptyFile();
    }

    @Test
    @DisplayName("sql")
    void sql() throws Exception {
        assertThat(run("sql", new Selection(List.of("sqlite"), List.of(1, 4))))
                .contains("SQLite", "new operations", "replays", "with a business transaction", "Semel, combined")
                .contains("SQLite, replays, Semel, combined, threads: 1: ")
                .doesNotContain("PostgreSQL 1", "NaN");
    }

    @Test
    @DisplayName("redis")
    void redis() throws Exception {
        assertThat(run("redis", new Selection(List.of("memory"), List.of(1, 64))))
                .contains("new operations", "replays", "usual middleware", "limit: one SET")
                .contains(
                        "round trips for a new operation: 2.00 round trips (target at most 2.00 round trips): reached")
                .contains("round trips for a replay: 1.00 round trips (target at most 1.00 round trips): reached")
                .doesNotContain("NaN", "every write on disk");
    }

    @Test
    @DisplayName("counters")
    void counters() throws Exception {
        assertThat(run("counters", new Selection(List.of(), List.of(1, 64))))
                .contains("PostgreSQL", "Redis", "one hot subject", "cold subjects", "raw increment")
                .contains("times the raw increment")
                .doesNotContain("NaN");
    }

    @Test
    @DisplayName("http")
    void http() throws Exception {
        assertThat(run("http", new Selection(List.of(), List.of(1, 16))))
                .contains("bare endpoint", "filter, no key", "filter, new keys", "filter, replays")
                .contains("filter, no key, threads: 16: ", "filter, replays, threads: 16: ")
                .doesNotContain("NaN");
    }

    @Test
    @DisplayName("lambda")
    void lambda() throws Exception {
        assertThat(run("lambda", Selection.ALL))
                .contains("start to the first answer", "processor time", "Powertools", "cold start of Semel");
    }

    @Test
    @DisplayName("dynamodb, which also counts requests")
    void dynamoDb() throws Exception {
        assertThat(run("dynamodb", Selection.ALL))
                .contains("Semel, new operations: 2.00 requests (target at most 2.00 requests): reached")
                .contains("Semel, replays: 1.00 requests (target at most 1.00 requests): reached")
                .contains("Powertools for Lambda 1.15.0", "get, then put", "limit: one PutItem")
                .doesNotContain("NaN");
    }
}
