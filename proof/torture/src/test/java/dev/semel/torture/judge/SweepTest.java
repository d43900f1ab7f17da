package dev.semel.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.crew.Crew;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times are milliseconds; a key may take 6,600 and the sweep begins at 1,000. */
@Tag("torture")
@DisplayName("the sweep after the last fault")
class SweepTest {
    private static final String CALL = "CALL t=1000 c=1 q=a w=sweep";
    private static final Duration LIMIT = Duration.ofMillis(6_600);
    private static final List<String> KEY = List.of("pay.again|t|1");

    private final Checker checker =
            new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));

    private Sweep.Result judge(String id, long endedAt, String... lines) {
        for (String line : lines) {
            checker.take(HistoryEvent.of(CheckerTest.parse(id, line)));
        }
        checker.judge(Long.MAX_VALUE, true);
        return checker.checkSettled(
                List.of(id), LIMIT, Duration.ofMillis(endedAt).toNanos());
    }

    private List<Rule> found() {
        return checker.violations().stream()
                .map(Violation::rule)
                .filter(rule -> rule == Rule.EVERY_KEY_SETTLES)
                .toList();
    }

    @ParameterizedTest(name = "finds {0} that ends with {1}")
    @CsvSource({
        "pay.again|t|1, ANSWER b=1000 t=7500 o=InProgress q=a w=sweep",
        "pay.again|t|1, ANSWER b=1000 t=7700 o=Replayed q=a u=uA f=x w=sweep",
        "pay.again|t|1, ANSWER b=10 t=900 o=Replayed q=a u=uA f=x w=2-1",
        "pay.ask|t|1, ANSWER b=1000 t=1100 o=InDoubt q=a w=sweep",
        "hits.lasting|s, COUNT_READ b=7500 t=7700 count=0 w=sweep"
    })
    void finds(String id, String line) {
        judge(id, 20_000, CALL, line);

        assertThat(found()).containsExactly(Rule.EVERY_KEY_SETTLES);
    }

    @ParameterizedTest(name = "is content with {0} that ends with {1}")
    @CsvSource({
        "pay.again|t|1, ANSWER b=1000 t=7500 o=FailureReplayed q=a f=x w=sweep",
        "pay.hold|t|1, ANSWER b=1000 t=1100 o=InDoubt q=a w=sweep",
        "hits.lasting|s, COUNT_READ b=1000 t=1100 count=0 w=sweep"
    })
    void content(String id, String line) {
        Sweep.Result result = judge(id, 20_000, CALL, line);

        assertThat(found()).isEmpty();
        assertThat(result.called()).isOne();
        assertThat(result.isComplete()).isTrue();
    }

    @Test
    @DisplayName("is judged by its first answer, even if that is long ago")
    void thinnedOut() {
        checker.take(HistoryEvent.of(CheckerTest.parse(KEY.get(0), CALL)));
        checker.take(HistoryEvent.of(
                CheckerTest.parse(KEY.get(0), "ANSWER b=1000 t=1100 o=FailureReplayed q=a f=x w=sweep")));
        checker.judge(Duration.ofMinutes(2).toNanos(), true);

        checker.checkSettled(KEY, LIMIT, Duration.ofMinutes(2).toNanos());

        assertThat(found()).isEmpty();
    }

    @Test
    @DisplayName("has more time for more keys")
    void time() {
        assertThat(Crew.sweepAtMost(10)).isEqualTo(Duration.ofMinutes(5));
        assertThat(Crew.sweepAtMost(170_000)).isEqualTo(Duration.ofSeconds(850));
    }

    @Test
    @DisplayName("that is cut off reports what was called for long enough, not for long enough, and not at all")
    void cutOff() {
        String late = "CALL t=19000 c=1 q=a w=sweep";
        checker.take(HistoryEvent.of(CheckerTest.parse("pay.again|t|1", CALL)));
        checker.take(HistoryEvent.of(CheckerTest.parse("pay.again|t|2", late)));
        List<String> ids = List.of("pay.again|t|1", "pay.again|t|2", "pay.again|t|3");

        Sweep.Result result =
                checker.checkSettled(ids, LIMIT, Duration.ofSeconds(20).toNanos());

        assertThat(checker.violations()).extracting(Violation::id).containsExactly("pay.again|t|1");
        assertThat(result).isEqualTo(new Sweep.Result(2, 1, 1, 0));
        assertThat(result.isComplete()).isFalse();
    }
}
