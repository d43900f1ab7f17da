package dev.semel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

@DisplayName("a report")
class ReportTest {
    private final SuiteReport report = new SuiteReport(
            "toy",
            "Toys & \"games\"",
            List.of("Java 17, quick run"),
            Figure.NANOS_PER_CALL,
            Measurement.comparedWith(
                    "map",
                    List.of(
                            Measurement.ofCost("hits", "map", 1, 20, 0.5),
                            Measurement.ofCost("hits", "map", 2, 25, Double.NaN),
                            Measurement.ofCost("hits", "once", 1, 1000, 12.25),
                            Measurement.ofCost("hits", "once", 2, 1250, 0),
                            Measurement.ofCost("<new>", "once", 1, 4000, 1))),
            List.of(
                    new PerformanceTarget("replay, 1 thread", Bound.AT_MOST, 1, 3, "µs", 1),
                    new PerformanceTarget("gain", Bound.AT_LEAST, 1.25, 1.5, "times", 2)),
            List.of("a busy machine"));

    @Test
    @DisplayName("compares the cost with the baseline of the same scene and number of threads")
    void ratio() {
        assertThat(report.measurements().stream().map(each -> each.get(Figure.COST_RATIO)))
                .containsExactly(1.0, 1.0, 50.0, 50.0, Double.NaN);
    }

    @Test
    @DisplayName("has the throughput of all threads together")
    void throughput() {
        assertThat(report.measurements().get(3).get(Figure.CALLS_PER_SECOND)).isEqualTo(1_600_000);
    }

    @Test
    @DisplayName("has a verdict with the measured value, the target, and whether it was reached")
    void verdict() {
        assertThat(report.targets().get(0).verdict())
                .isEqualTo("replay, 1 thread: 1.0 µs (target at most 3.0 µs): reached");
        assertThat(report.targets().get(1).verdict())
                .isEqualTo("gain: 1.25 times (target at least 1.50 times): NOT REACHED");
        assertThat(report.isReached()).isFalse();
    }

    @Test
    @DisplayName("as a table has a line for each measurement and target")
    void table() {
        assertThat(report.table().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "Toys & \"games\"",
                        "Java 17, quick run",
                        "",
                        "hits threads ns/call ± calls/s cost",
                        "map 1 20.0 0.5 50,000,000 1.00",
                        "map 2 25.0 - 80,000,000 1.00",
                        "once 1 1,000.0 12.3 1,000,000 50.00",
                        "once 2 1,250.0 0.0 1,600,000 50.00",
                        "<new> threads ns/call ± calls/s cost",
                        "once 1 4,000.0 1.0 250,000 -",
                        "",
                        "ns/call: nanoseconds per call as one thread sees it; median round",
                        "±: standard deviation between rounds",
                        "calls/s: throughput of all threads together",
                        "cost: cost as a multiple of the baseline's with the same number of threads",
                        "",
                        "replay, 1 thread: 1.0 µs (target at most 3.0 µs): reached",
                        "gain: 1.25 times (target at least 1.50 times): NOT REACHED",
                        "a busy machine");
    }

    @Test
    @DisplayName("has a heading for each place, and a dash for figures that were not measured there")
    void places() {
        SuiteReport places = new SuiteReport(
                "toy",
                "Toys",
                List.of(),
                Figure.CALLS_PER_SECOND,
                List.of(
                        new Measurement("here", "hits", "map", 1, Map.of(Figure.CALLS_PER_SECOND, 5.0)),
                        new Measurement("there", "hits", "map", 1, Map.of(Figure.COMMITS, 2.0))),
                List.of(),
                List.of());

        assertThat(places.table().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains("here", "map 1 5 -", "there", "map 1 - 2.000");
        assertThat(places.isReached()).isTrue();
    }

    @Test
    @DisplayName("as JSON has unrounded numbers, and null for unknown ones")
    void json() throws Exception {
        JsonNode json = new ObjectMapper().readTree(report.json());

        assertThat(json.at("/title").textValue()).isEqualTo("Toys & \"games\"");
        assertThat(json.at("/circumstances/0").textValue()).isEqualTo("Java 17, quick run");
        assertThat(json.at("/scores/1").toString())
                .isEqualTo("{\"place\":\"\",\"scene\":\"hits\",\"subject\":\"map\",\"threads\":2,"
                        + "\"nanosPerCall\":25.0,\"deviation\":null,\"callsPerSecond\":8.0E7,\"costRatio\":1.0}");
        assertThat(json.at("/scores/4/costRatio").isNull()).isTrue();
        assertThat(json.at("/targets/1").toString())
                .isEqualTo("{\"name\":\"gain\",\"bound\":\"AT_LEAST\",\"measured\":1.25,\"limit\":1.5,"
                        + "\"unit\":\"times\",\"reached\":false}");
        assertThat(json.at("/notes/0").textValue()).isEqualTo("a busy machine");
    }

    @Test
    @DisplayName("as a chart is well-formed and has bars in proportion")
    void chart() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(report.chart().getBytes(StandardCharsets.UTF_8)));

        assertThat(svg.getDocumentElement().getTextContent())
                .contains(
                        "Toys & \"games\"", "<new>, threads: 1, nanoseconds", "hits, threads: 2", "1,250.0 (× 50.00)");
        assertThat(bar(svg, 1)).isEqualTo(bar(svg, 2) * 20 / 1000, within(0.1));
        assertThat(bar(svg, 5)).isEqualTo(bar(svg, 4));
    }

    /** Returns the length of a bar. The first rectangle is the background. */
    private static double bar(Document svg, int number) {
        return Double.parseDouble(svg.getElementsByTagName("rect")
                .item(number)
                .getAttributes()
                .getNamedItem("width")
                .getNodeValue());
    }
}
