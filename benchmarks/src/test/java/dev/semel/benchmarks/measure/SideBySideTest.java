package dev.semel.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.benchmarks.report.Comparison;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Measurement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("contenders side by side")
class SideBySideTest {
    private final AtomicLong work = new AtomicLong();
    private final Meter meter =
            () -> Meter.Reading.of(Figure.COMMITS, work.doubleValue(), Figure.LOG_BYTES, 10 * work.doubleValue());
    // In one round the ratio of the medians is the median of the ratios.
    private final SideBySide sideBySide = new SideBySide(Pace.ofMillis(List.of(2), 5, 1, 120), measured -> {});
    private final Comparison where = Comparison.ofThroughput("toy", "calls", 2);

    /** Returns a contender whose calls do some units of work and take as many milliseconds. */
    private Contender toy(int units) {
        AtomicLong calls = new AtomicLong();
        Contender.Step call = () -> {
            Thread.sleep(units);
            work.addAndGet(units);
            calls.incrementAndGet();
        };
        return Contender.adding("toy " + units, () -> calls.set(0), call, calls::get);
    }

    @Test
    @DisplayName("are compared with the first, and each is charged for its own work")
    void compared() throws Exception {
        List<Measurement> measured = sideBySide.measure(where, List.of(toy(2), toy(6)), meter);

        assertThat(measured).extracting(Measurement::subject).containsExactly("toy 2", "toy 6");
        assertThat(measured).extracting(each -> each.get(Figure.COMMITS)).containsExactly(2.0, 6.0);
        assertThat(measured).extracting(each -> each.get(Figure.LOG_BYTES)).containsExactly(20.0, 60.0);
        assertThat(measured.get(0).get(Figure.RATIO)).isEqualTo(1);
        assertThat(measured.get(1).get(Figure.RATIO))
                .isEqualTo(measured.get(1).get(Figure.CALLS_PER_SECOND)
                        / measured.get(0).get(Figure.CALLS_PER_SECOND));
        assertThat(measured.get(1).get(Figure.P50))
                .isGreaterThan(6_000)
                .isLessThanOrEqualTo(measured.get(1).get(Figure.P99));
    }

    @Test
    @DisplayName("have no result if a call fails")
    void failingCall() {
        Contender broken = Contender.reading("broken", () -> {}, () -> {
            throw new IllegalStateException("a broken toy");
        });

        assertThatThrownBy(() -> sideBySide.measure(where, List.of(broken), meter))
                .hasMessageContaining("worthless")
                .hasRootCauseMessage("a broken toy");
    }

    @Test
    @DisplayName("have no result if the calls of one did not do their work")
    void idleCalls() {
        Contender idle = Contender.adding("idle", () -> {}, () -> Thread.sleep(1), () -> 0);
        Contender busy = Contender.reading("busy", () -> work.set(0), work::incrementAndGet, work::get);

        assertThatThrownBy(() -> sideBySide.measure(where, List.of(idle), meter))
                .hasMessageContaining("idle: found 0 after ")
                .hasMessageContaining("worthless");
        assertThatThrownBy(() -> sideBySide.measure(where, List.of(busy), meter))
                .hasMessageContaining("expected 0");
    }

    @Test
    @DisplayName("have percentiles of the calls that returned")
    void percentiles() {
        long[] nanos = new long[100];
        for (int i = 0; i < 100; i++) {
            nanos[i] = (100 - i) * 1_000L;
        }

        assertThat(Round.of(nanos, 80, 2)).isEqualTo(new Round(100, 40, 50, 99));
    }
}
