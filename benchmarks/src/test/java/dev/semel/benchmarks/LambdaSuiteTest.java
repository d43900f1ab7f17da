package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LambdaSuiteTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void the_lambda_suite_runs_and_leaves_its_files() throws Exception {
        new Benchmarks(printed, printed).run(new LambdaSuite(1), Effort.quick(), Selection.ALL, folder);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("start to the first answer", "processor time", "Powertools", "cold start of Semel");
        assertThat(folder.resolve("lambda.txt")).isNotEmptyFile();
        assertThat(folder.resolve("lambda.json")).isNotEmptyFile();
        assertThat(folder.resolve("lambda.svg")).isNotEmptyFile();
    }
}
