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

class RedisSuiteTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void the_redis_suite_runs_and_leaves_its_files() throws Exception {
        Pace least = new Pace(List.of(1, 64), Duration.ofMillis(10), 1, Duration.ofMillis(100));
        Selection memory = new Selection(List.of("memory"), List.of());

        new Benchmarks(printed, printed).run(new RedisSuite(least), Effort.quick(), memory, folder);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("new operations", "replays", "usual middleware", "limit: one SET")
                .contains(
                        "round trips for a new operation: 2.00 round trips (target at most 2.00 round trips): reached")
                .contains("round trips for a replay: 1.00 round trips (target at most 1.00 round trips): reached")
                .doesNotContain("NaN", "every write on disk");
        assertThat(folder.resolve("redis.txt")).isNotEmptyFile();
        assertThat(folder.resolve("redis.json")).isNotEmptyFile();
        assertThat(folder.resolve("redis.svg")).isNotEmptyFile();
    }
}
