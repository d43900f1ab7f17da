package dev.semel.benchmarks.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.Selection;
import dev.semel.benchmarks.measure.Suite;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.measure.Workbench;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.SuiteReport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the suite startup")
class StartSuiteTest {
    private final PrintStream printed = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    private final Workbench bench = new Workbench(Effort.QUICK, Selection.ALL, printed, printed);

    private SuiteReport measured(long costMillis) throws Exception {
        List<List<String>> started = new ArrayList<>();
        StartSuite.Starts demo = options -> {
            started.add(options);
            boolean excluded = options.stream().anyMatch(each -> each.contains("SemelHttpAutoConfiguration"));
            long nanos = (700 + (excluded ? 0 : costMillis)) * 1_000_000;
            return new DemoProgram.Took(nanos, nanos / 2);
        };
        Suite suite = new Suite("startup", "start", Figure.NANOS_PER_CALL, List.of()) {
            @Override
            protected void measure(Workbench on, SuiteFindings found) throws Exception {
                new StartSuite().measure(on, demo, "-XX:SharedArchiveFile=x", found);
            }
        };
        SuiteReport report = suite.run(bench);
        assertThat(started).contains(List.of("-XX:SharedArchiveFile=x"), List.of());
        return report;
    }

    @Test
    @DisplayName("reports as cost how much longer a start with the starter takes")
    void cost() throws Exception {
        assertThat(measured(49).table()).contains("cost of the starter: 49.0 ms", "reached", "24.5 ms more");
        assertThat(measured(49).isReached()).isTrue();
        assertThat(measured(51).isReached()).isFalse();
    }
}
