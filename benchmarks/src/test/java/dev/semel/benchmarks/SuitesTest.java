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

/** Each suite, as short as it can be: figures don't matter here. */
class SuitesTest {
    @TempDir
    Path folder;

    /** Returns what a suite printed, after a look at the files that it leaves. */
    private String run(Suite suite, Effort effort, Selection selection) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Benchmarks(printing(out), printing(new ByteArrayOutputStream())).run(suite, effort, selection, folder);
        for (String kind : List.of(".txt", ".json", ".svg")) {
            assertThat(folder.resolve(suite.name() + kind)).isNotEmptyFile();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static Pace least(Integer... threads) {
        return new Pace(List.of(threads), Duration.ofMillis(10), 1, Duration.ofMillis(100));
    }

    private static Selection only(String part) {
        return new Selection(List.of(part), List.of());
    }

    @Test
    void the_core_suite_runs_and_leaves_its_files() throws Exception {
        // So that another benchmark on the same machine does no harm.
        System.setProperty("jmh.ignoreLock", "true");
        Duration blink = Duration.ofMillis(5);
        Effort least = new Effort("least", 0, 0, blink, 1, blink, true, List.of(1, 2), 10, 1_000);

        assertThat(run(new CoreSuite(), least, Selection.ALL))
                .contains("replays of 10 records", "replays of one hot record", "new operations")
                .contains("replay, 1 thread: ", "heap for each settled record");
        assertThat(folder.resolve("core.log")).isNotEmptyFile();
    }

    @Test
    void the_sql_suite_runs_and_leaves_its_files() throws Exception {
        assertThat(run(new SqlSuite(least(1, 4)), Effort.quick(), only("sqlite")))
                .contains("SQLite", "new operations", "replays", "with a business transaction", "Semel, combined")
                .contains("SQLite, replays, Semel, combined, threads: 1: ")
                .doesNotContain("PostgreSQL 1", "NaN");
    }

    @Test
    void the_redis_suite_runs_and_leaves_its_files() throws Exception {
        assertThat(run(new RedisSuite(least(1, 64)), Effort.quick(), only("memory")))
                .contains("new operations", "replays", "usual middleware", "limit: one SET")
                .contains(
                        "round trips for a new operation: 2.00 round trips (target at most 2.00 round trips): reached")
                .contains("round trips for a replay: 1.00 round trips (target at most 1.00 round trips): reached")
                .doesNotContain("NaN", "every write on disk");
    }

    @Test
    void the_counters_suite_runs_and_leaves_its_files() throws Exception {
        assertThat(run(new CounterSuite(least(1, 64)), Effort.quick(), Selection.ALL))
                .contains("PostgreSQL", "Redis", "one hot subject", "cold subjects", "raw increment")
                .contains("times the raw increment")
                .doesNotContain("NaN");
    }

    @Test
    void the_http_suite_runs_and_leaves_its_files() throws Exception {
        assertThat(run(new HttpSuite(least(1, 16)), Effort.quick(), Selection.ALL))
                .contains("bare endpoint", "filter, no key", "filter, new keys", "filter, replays")
                .contains("filter, no key, threads: 16: ", "filter, replays, threads: 16: ")
                .doesNotContain("NaN");
    }

    @Test
    void the_lambda_suite_runs_and_leaves_its_files() throws Exception {
        assertThat(run(new LambdaSuite(1), Effort.quick(), Selection.ALL))
                .contains("start to the first answer", "processor time", "Powertools", "cold start of Semel");
    }

    @Test
    void the_dynamodb_suite_runs_and_counts_requests() throws Exception {
        DynamoDbSuite.Length least = new DynamoDbSuite.Length(1, 1, 3);

        assertThat(run(new DynamoDbSuite(least), Effort.quick(), Selection.ALL))
                .contains("Semel, new operations: 2.00 requests (target at most 2.00 requests): reached")
                .contains("Semel, replays: 1.00 requests (target at most 1.00 requests): reached")
                .contains("Powertools for Lambda 1.15.0", "get, then put", "limit: one PutItem")
                .doesNotContain("NaN");
    }
}
