package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DynamoDbSuiteTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Benchmarks benchmarks = new Benchmarks(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

    @TempDir
    Path folder;

    @Test
    void the_dynamodb_suite_runs_and_counts_requests() throws Exception {
        DynamoDbSuite.Length least = new DynamoDbSuite.Length(1, 1, 3);

        benchmarks.run(new DynamoDbSuite(least), Effort.quick(), Selection.ALL, folder);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("Semel, new operations: 2.00 requests (target at most 2.00 requests): reached")
                .contains("Semel, replays: 1.00 requests (target at most 1.00 requests): reached")
                .contains("Powertools for Lambda 1.15.0", "get, then put", "limit: one PutItem")
                .doesNotContain("NaN");
        assertThat(folder.resolve("dynamodb.txt")).isNotEmptyFile();
        assertThat(folder.resolve("dynamodb.json")).isNotEmptyFile();
        assertThat(folder.resolve("dynamodb.svg")).isNotEmptyFile();
    }
}
