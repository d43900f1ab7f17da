package dev.semel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a comparison")
class ComparisonTest {
    private final Comparison comparison = Comparison.ofThroughput("here", "hits", 4);

    private static Map<Figure, Double> round(double callsPerSecond, double commits) {
        return Map.of(Figure.CALLS_PER_SECOND, callsPerSecond, Figure.COMMITS, commits);
    }

    @Test
    @DisplayName("has the median of each figure, and the median of the ratios of the rounds")
    void medians() {
        List<Map<Figure, Double>> baseline = List.of(round(10, 1), round(100, 1), round(40, 1));
        List<Map<Figure, Double>> rounds = List.of(round(20, 2), round(50, 6), round(120, 3));

        Measurement measured = comparison.measurement("once", rounds, baseline);

        assertThat(measured.title()).isEqualTo("here, hits, once, threads: 4");
        assertThat(measured.get(Figure.CALLS_PER_SECOND)).isEqualTo(50);
        assertThat(measured.get(Figure.COMMITS)).isEqualTo(3);
        assertThat(measured.get(Figure.RATIO)).isEqualTo(2);
        assertThat(comparison.measurement("map", baseline, baseline).get(Figure.RATIO))
                .isEqualTo(1);
    }
}
