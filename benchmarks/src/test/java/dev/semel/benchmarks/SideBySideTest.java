package dev.semel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Score;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    private final AtomicLong work = new AtomicLong();
    private final SideBySide sideBySide = new SideBySide(
            new Pace(List.of(2), Duration.ofMillis(5), 3, Duration.ofMillis(40)),
            () -> Meter.Reading.of(Figure.COMMITS, work.doubleValue(), Figure.LOG_BYTES, 10 * work.doubleValue()));
    private final Comparison where = new Comparison("toy", "calls", 2);

    /** Does so many units of work in a call, and takes as many milliseconds. */
    private final class Toy implements Contender {
        private final int units;
        private final AtomicLong calls = new AtomicLong();
        private boolean broken;

        Toy(int units) {
            this.units = units;
        }

        @Override
        public String name() {
            return "toy " + units;
        }

        @Override
        public void prepare() {
            calls.set(0);
        }

        @Override
        public void call() throws Exception {
            if (broken) {
                throw new IllegalStateException("a broken toy");
            }
            Thread.sleep(units);
            work.addAndGet(units);
            calls.incrementAndGet();
        }

        @Override
        public void verify(long expected) {
            assertThat(calls.get()).isEqualTo(expected);
        }
    }

    @Test
    void each_is_compared_with_the_first_and_charged_for_its_own_work() throws Exception {
        List<Score> scores = sideBySide.measure(where, List.of(new Toy(2), new Toy(6)));

        assertThat(scores).extracting(Score::subject).containsExactly("toy 2", "toy 6");
        assertThat(scores).extracting(each -> each.get(Figure.COMMITS)).containsExactly(2.0, 6.0);
        assertThat(scores).extracting(each -> each.get(Figure.LOG_BYTES)).containsExactly(20.0, 60.0);
        assertThat(scores.get(0).get(Figure.RATIO)).isEqualTo(1);
        assertThat(scores.get(1).get(Figure.RATIO)).isCloseTo(1 / 3.0, within(0.3));
        assertThat(scores.get(1).get(Figure.P50))
                .isGreaterThan(6_000)
                .isLessThanOrEqualTo(scores.get(1).get(Figure.P99));
    }

    @Test
    void a_call_that_fails_spoils_the_comparison() {
        Toy toy = new Toy(1);
        toy.broken = true;

        assertThatThrownBy(() -> sideBySide.measure(where, List.of(toy)))
                .hasMessageContaining("worth nothing")
                .hasRootCauseMessage("a broken toy");
    }

    @Test
    void percentiles_are_those_of_calls_that_took_place() {
        long[] nanos = new long[100];
        for (int i = 0; i < 100; i++) {
            nanos[i] = (100 - i) * 1_000L;
        }

        assertThat(Round.of(nanos, 80, 2)).isEqualTo(new Round(100, 40, 50, 99));
    }
}
