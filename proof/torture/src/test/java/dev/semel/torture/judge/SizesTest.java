package dev.semel.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("a large result")
class SizesTest {
    private static final long LATER = 60_000_000_000L;

    private final Checker checker =
            new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));

    /** Owners that send a result again and again, of which the last was applied or not. */
    private void settle(String owner, int owners, int size, boolean applied) {
        for (int i = 0; i < owners; i++) {
            String id = "pay.again|t|" + owner + i;
            String sent = " n=" + owner + i + " e=1 h=VA z=" + size + " ms=1000";
            take(id, "SETTLE t=10" + sent);
            take(id, "SETTLE t=20" + sent);
            if (applied) {
                take(id, "SETTLE_APPLIED b=20 t=30" + sent);
            }
        }
        checker.judge(LATER, false);
    }

    private void take(String id, String line) {
        checker.take(HistoryEvent.of(CheckerTest.parse(id, line)));
    }

    @Test
    @DisplayName("is found if it is sent, and neither stored nor marked as one that could not be kept")
    void neverSettled() {
        settle("A", 7, 40_000, false);
        assertThat(checker.violations())
                .extracting(Violation::rule)
                .as("too few to judge")
                .doesNotContain(Rule.RESULT_IS_KEPT);

        settle("B", 7, 40_000, false);
        assertThat(checker.violations()).extracting(Violation::rule).contains(Rule.RESULT_IS_KEPT);
        assertThat(Rule.RESULT_IS_KEPT.dependsOnMemory()).isFalse();
    }

    @Test
    @DisplayName("may get lost now and then, and small ones are not looked at")
    void nowAndThen() {
        settle("A", 9, 40_000, true);
        settle("B", 9, 40_000, false);
        settle("C", 90, 100, false);

        assertThat(checker.violations()).extracting(Violation::rule).doesNotContain(Rule.RESULT_IS_KEPT);
    }
}
