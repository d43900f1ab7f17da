package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.benchmarks.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartSuiteTest {
    private final PrintStream printed = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    private final Workbench bench = new Workbench(Effort.quick(), Selection.ALL, printed, printed);

    private Report measured(long costMillis) throws Exception {
        List<List<String>> started = new ArrayList<>();
        Report findings = new StartSuite()
                .run(
                        bench,
                        arguments -> {
                            started.add(arguments);
                            boolean excluded =
                                    arguments.stream().anyMatch(each -> each.contains("SemelHttpAutoConfiguration"));
                            long nanos = (700 + (excluded ? 0 : costMillis)) * 1_000_000;
                            return new DemoProgram.Took(nanos, nanos / 2);
                        },
                        "-XX:SharedArchiveFile=x");
        assertThat(started).contains(List.of("-XX:SharedArchiveFile=x"), List.of());
        return findings;
    }

    @Test
    void the_cost_is_what_a_start_with_the_starter_takes_longer() throws Exception {
        assertThat(measured(49).table()).contains("cost of the starter: 49.0 ms", "reached", "24.5 ms more");
        assertThat(measured(49).isReached()).isTrue();
        assertThat(measured(51).isReached()).isFalse();
    }
}
