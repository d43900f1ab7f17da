package dev.semel.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Small histories of sessions that end 700 ms after the last hit and last for 3,000 at most; {@code end} is the start that they are known by. */
@Tag("torture")
@DisplayName("of sessions")
class CountSessionRulesTest {
    private static final String SESSION = "hits.session|s";
    private static final String X = "COUNT t=1 c=x am=1";
    private static final String Y = "COUNT t=10 c=y am=1";
    private static final String X_COUNTED = "COUNTED b=1 t=5 c=x am=1 count=1 end=5000 clock=5000 till=5700";
    private static final String Y_COUNTED = "COUNTED b=10 t=15 c=y am=1 count=2 end=5000 clock=5600 till=6300";

    static List<Arguments> wrong() {
        return List.of(
                of("a hit that renews nothing", X, X_COUNTED, Y, Y_COUNTED.replace("till=6300", "till=5700")),
                of(
                        "an end that is moved back",
                        X,
                        X_COUNTED,
                        Y,
                        Y_COUNTED.replace("clock=5600 till=6300", "clock=4000 till=5000")),
                of("a session that is too long", X, X_COUNTED.replace("till=5700", "till=8001")),
                of(
                        "a session that begins while another one lasts",
                        X,
                        X_COUNTED,
                        Y,
                        "COUNTED b=10 t=15 c=y am=1 count=1 end=5699 clock=5699 till=6399"),
                of(
                        "the same by a paused worker that hears of it last",
                        X,
                        X_COUNTED.replace("t=5", "t=50"),
                        Y,
                        "COUNTED b=10 t=15 c=y am=1 count=1 end=5699 clock=5699 till=6399"));
    }

    private static Arguments of(String what, String... lines) {
        return Arguments.of(what, List.of(lines));
    }

    @ParameterizedTest(name = "finds {0}")
    @MethodSource("wrong")
    void finds(String what, List<String> lines) {
        assertThat(judge(lines)).as(what).containsExactly(Rule.WINDOW_GOES_ON);
    }

    static List<Arguments> right() {
        return List.of(
                of("a session that is renewed", X, X_COUNTED, Y, Y_COUNTED),
                of(
                        "a session that begins when another one has ended",
                        X,
                        X_COUNTED,
                        Y,
                        "COUNTED b=10 t=15 c=y am=1 count=1 end=5700 clock=5700 till=6400"),
                of(
                        "a clock that is behind, and adds to a session of the future",
                        X,
                        X_COUNTED,
                        Y,
                        Y_COUNTED.replace("clock=5600 till=6300", "clock=4000 till=5700")),
                of(
                        "a session that has reached its longest time",
                        X,
                        X_COUNTED,
                        Y,
                        Y_COUNTED.replace("clock=5600 till=6300", "clock=7900 till=8000")),
                of("a hit whose reply was lost", X, Y, Y_COUNTED));
    }

    @ParameterizedTest(name = "finds nothing in {0}")
    @MethodSource("right")
    void findsNothing(String what, List<String> lines) {
        assertThat(judge(lines)).as(what).isEmpty();
    }

    private static List<Rule> judge(List<String> lines) {
        Checker checker = CheckerTest.checker();
        lines.forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(SESSION, line))));
        checker.judge(Long.MAX_VALUE, true);
        return checker.violations().stream().map(Violation::rule).toList();
    }
}
