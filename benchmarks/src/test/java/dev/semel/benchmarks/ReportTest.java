package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.benchmarks.Target.Bound;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class ReportTest {
    private final Report report = new Report(
            "toy",
            "Toys & \"games\"",
            "Java 17, quick run",
            "map",
            List.of(
                    new Measurement("hits", "map", 1, 20, 0.5),
                    new Measurement("hits", "map", 2, 25, Double.NaN),
                    new Measurement("hits", "once", 1, 1000, 12.25),
                    new Measurement("hits", "once", 2, 1250, 0),
                    new Measurement("<new>", "once", 1, 4000, 1)),
            List.of(
                    new Target("replay, 1 thread", Bound.AT_MOST, 1, 3, "µs", 1),
                    new Target("gain", Bound.AT_LEAST, 1.25, 1.5, "times", 2)),
            List.of("a busy machine"));

    @Test
    void the_ratio_is_to_the_baseline_in_the_same_scene_with_as_many_threads() {
        assertThat(report.measurements().stream().map(report::ratio).map(ratio -> ratio.orElse(-1.0)))
                .containsExactly(1.0, 1.0, 50.0, 50.0, -1.0);
    }

    @Test
    void throughput_is_that_of_all_threads_together() {
        assertThat(report.measurements().get(3).callsPerSecond()).isEqualTo(1_600_000);
    }

    @Test
    void a_verdict_says_what_came_out_what_was_promised_and_whether_that_is_enough() {
        assertThat(report.targets().get(0).verdict())
                .isEqualTo("replay, 1 thread: 1.0 µs (target at most 3.0 µs): reached");
        assertThat(report.targets().get(1).verdict())
                .isEqualTo("gain: 1.25 times (target at least 1.50 times): NOT REACHED");
        assertThat(report.isReached()).isFalse();
    }

    @Test
    void the_table_has_a_line_for_each_measurement_and_target() {
        assertThat(Table.of(report).lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "Toys & \"games\"",
                        "Java 17, quick run",
                        "",
                        "hits threads ns/call ± calls/s ratio",
                        "map 1 20.0 0.5 50,000,000 1.0",
                        "map 2 25.0 - 80,000,000 1.0",
                        "once 1 1,000.0 12.3 1,000,000 50.0",
                        "once 2 1,250.0 0.0 1,600,000 50.0",
                        "",
                        "<new> threads ns/call ± calls/s ratio",
                        "once 1 4,000.0 1.0 250,000 -",
                        "",
                        "ratio: to the cost of map with as many threads",
                        "",
                        "replay, 1 thread: 1.0 µs (target at most 3.0 µs): reached",
                        "gain: 1.25 times (target at least 1.50 times): NOT REACHED",
                        "a busy machine");
    }

    @Test
    void json_quotes_text_and_has_null_for_what_is_not_known() {
        assertThat(Json.of(report))
                .startsWith("{\n  \"suite\": \"toy\",\n  \"title\": \"Toys & \\\"games\\\"\",\n")
                .contains("{\"scene\": \"hits\", \"subject\": \"map\", \"threads\": 2, \"nanosPerCall\": 25.0,"
                        + " \"deviation\": null, \"callsPerSecond\": 8.0E7, \"ratio\": 1.0},\n")
                .contains("\"callsPerSecond\": 250000.0, \"ratio\": null}\n  ],\n")
                .endsWith(
                        "{\"name\": \"gain\", \"bound\": \"AT_LEAST\", \"measured\": 1.25, \"limit\": 1.5,"
                                + " \"unit\": \"times\", \"reached\": false}\n  ],\n  \"notes\": [\n    \"a busy machine\"\n  ]\n}\n");
    }

    @Test
    void the_chart_is_well_formed_and_has_bars_in_proportion() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Chart.of(report).getBytes(StandardCharsets.UTF_8)));

        assertThat(svg.getDocumentElement().getTextContent())
                .contains("Toys & \"games\"", "<new>, nanoseconds per call", "once, 2 threads", "1,250.0 (× 50.0)");
        assertThat(bar(svg, 3)).isEqualTo(bar(svg, 4) * 1000 / 1250);
        assertThat(bar(svg, 5)).isEqualTo(bar(svg, 4));
    }

    /** How long a bar is; the first rectangle is the background. */
    private static double bar(Document svg, int number) {
        return Double.parseDouble(svg.getElementsByTagName("rect")
                .item(number)
                .getAttributes()
                .getNamedItem("width")
                .getNodeValue());
    }
}
