package dev.semel.torture.judge;

import static dev.semel.torture.judge.CheckerTest.A;
import static dev.semel.torture.judge.CheckerTest.ASKS_A;
import static dev.semel.torture.judge.CheckerTest.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("torture")
@DisplayName("the checker, of requests that are sent")
class HttpRulesTest {
    private static final String PART = "CALL t=1 c=1 q=a part=1 w=clients";
    private static final String WHOLE = "CALL t=2 c=2 q=a part=0 w=clients";
    private static final String FORGOTTEN = "RELEASE t=30 n=A e=1 as=RUNNABLE ms=0";
    private static final String KEPT = "RELEASE t=30 n=A e=1 as=RUNNABLE ms=86400000";
    private static final String REFUSED = "RELEASE_REFUSED b=30 t=35 n=A e=1 as=RUNNABLE ms=0";
    private static final String ASKS_C = "CLAIM t=40 n=C q=a";
    private static final String ANOTHER_LIFE = "CLAIMED b=40 t=50 n=C m=C e=2 a=1 s=L2 q=a r=a w=1";

    static List<Arguments> histories() {
        return List.of(
                Arguments.of(List.of(Rule.WHOLE_REQUESTS_ONLY), List.of(PART, ASKS_A, A)),
                Arguments.of(List.of(), List.of(PART, WHOLE, ASKS_A, A)),
                // A whole one that is sent later, or asks for something else, explains nothing.
                Arguments.of(
                        List.of(Rule.WHOLE_REQUESTS_ONLY),
                        List.of(PART, WHOLE.replace("t=2", "t=25"), WHOLE.replace("q=a", "q=b"), ASKS_A, A)),
                // Where nothing is sent in parts, a call needs no word of it.
                Arguments.of(List.of(), List.of(ASKS_A, A)),
                // An owner that did nothing may have its record forgotten.
                Arguments.of(List.of(), List.of(ASKS_A, A, FORGOTTEN, ASKS_C, ANOTHER_LIFE)),
                Arguments.of(List.of(), List.of(ASKS_A, A, FORGOTTEN, REFUSED)),
                Arguments.of(
                        List.of(Rule.REFUSED_FOR_A_REASON), List.of(ASKS_A, A, KEPT, REFUSED.replace("ms=0", "ms=9"))),
                Arguments.of(List.of(Rule.NOTHING_IS_FORGOTTEN), List.of(ASKS_A, A, KEPT, ASKS_C, ANOTHER_LIFE)));
    }

    @ParameterizedTest(name = "finds {0} in {1}")
    @MethodSource("histories")
    void judges(List<Rule> found, List<String> lines) {
        assertThat(CheckerTest.judge(PAY, lines)).isEqualTo(found);
    }

    @Test
    @DisplayName("knows that a whole request was sent, also when that is thinned out")
    void thinnedOut() {
        Checker checker = CheckerTest.checker();
        List.of(PART, WHOLE, ASKS_A, A).forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
        checker.judge(Duration.ofMinutes(1).toNanos(), true);

        checker.take(HistoryEvent.of(CheckerTest.parse(PAY, "ANSWER b=61000 t=61010 c=3 q=a o=InProgress")));
        checker.judge(Long.MAX_VALUE, true);

        assertThat(checker.violations()).isEmpty();
    }
}
