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

/** Small histories of two counts that are counted together, the second twice what the first is. Of the limited one the second may be 8 at most. */
@Tag("torture")
@DisplayName("of counters that are counted together")
class CountsTogetherRulesTest {
    private static final String PAIR = "pair.lasting|p1";
    private static final String LIMITED = "pair.lasting|q1";

    private static final String X = "COUNT t=10 key=x am=3";
    private static final String X_COUNTED = "COUNTED b=10 t=20 key=x am=3 count=3 other=6";
    private static final String X_FAILED = "COUNT_FAILED t=15 key=x am=3 what=COUNT";
    private static final String X_BACK = "TAKE_BACK t=30 key=x am=3";
    private static final String X_TAKEN_BACK = "TAKEN_BACK b=30 t=40 key=x am=3";
    private static final String X_BACK_FAILED = "COUNT_FAILED t=35 key=x am=3 what=TAKE_BACK";
    private static final String X_AGAIN = "COUNT t=50 key=x am=3";
    private static final String Y = "COUNT t=60 key=y am=2";
    private static final String NOTHING_LEFT = "COUNT_READ b=90 t=91 count=0 other=0";
    private static final String X_LEFT = "COUNT_READ b=90 t=91 count=3 other=6";

    private static Arguments of(String what, Rule rule, String id, String... lines) {
        return Arguments.of(what, rule, id, List.of(lines));
    }

    static List<Arguments> wrong() {
        return List.of(
                of(
                        "an answer with the first only",
                        Rule.COUNTED_TOGETHER,
                        PAIR,
                        X,
                        X_COUNTED.replace("other=6", "other=0")),
                of(
                        "a worker killed between the two, which left the first only",
                        Rule.COUNTED_TOGETHER,
                        PAIR,
                        X,
                        X_LEFT.replace("other=6", "other=0")),
                of(
                        "a reply lost, and the second without the first",
                        Rule.COUNTED_TOGETHER,
                        PAIR,
                        X,
                        X_FAILED,
                        X_LEFT.replace("count=3", "count=0")),
                of(
                        "a refusal that counted the first",
                        Rule.COUNTED_TOGETHER,
                        LIMITED,
                        "COUNT t=10 key=x am=9",
                        "COUNT_REFUSED b=10 t=20 key=x am=9 count=9 other=0"),
                of(
                        "a refusal that counted both",
                        Rule.COUNTS_ARE_EXACT,
                        LIMITED,
                        "COUNT t=10 key=x am=9",
                        "COUNT_REFUSED b=10 t=20 key=x am=9 count=0 other=0",
                        "COUNT_READ b=90 t=91 count=9 other=18"),
                of(
                        "a take-back of the first only",
                        Rule.COUNTED_TOGETHER,
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK,
                        X_TAKEN_BACK,
                        NOTHING_LEFT.replace("other=0", "other=6")),
                of(
                        "a take-back with an unknown outcome, of the second only",
                        Rule.COUNTED_TOGETHER,
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK,
                        X_BACK_FAILED,
                        X_LEFT.replace("other=6", "other=0")),
                of(
                        "what a key counted twice before its first answer",
                        Rule.COUNTS_ARE_EXACT,
                        PAIR,
                        X,
                        X.replace("t=10", "t=12"),
                        X_COUNTED.replace("count=3 other=6", "count=6 other=12")),
                of("an acknowledged count that got lost", Rule.COUNTS_ARE_EXACT, PAIR, X, X_COUNTED, NOTHING_LEFT),
                of(
                        "an acknowledged take-back that is still counted",
                        Rule.COUNTS_ARE_EXACT,
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK,
                        X_TAKEN_BACK,
                        X_LEFT),
                of(
                        "the same for one whose first reply was lost on the way from the store",
                        Rule.COUNTS_ARE_EXACT,
                        PAIR,
                        X,
                        X.replace("t=10", "t=12"),
                        X_COUNTED,
                        X_BACK,
                        X_BACK.replace("t=30", "t=33"),
                        X_TAKEN_BACK,
                        X_LEFT),
                of(
                        "a take-back that took another one's along, seen in an answer",
                        Rule.COUNTS_ARE_EXACT,
                        PAIR,
                        "COUNT t=1 key=w am=3",
                        "COUNTED b=1 t=5 key=w am=3 count=3 other=6",
                        X,
                        X_COUNTED.replace("count=3 other=6", "count=6 other=12"),
                        X_BACK,
                        X_TAKEN_BACK,
                        Y,
                        "COUNTED b=60 t=70 key=y am=2 count=2 other=4"),
                of(
                        "a key that is counted twice",
                        Rule.COUNTED_ONCE,
                        PAIR,
                        X,
                        X_COUNTED,
                        X_AGAIN,
                        "COUNTED b=50 t=55 key=x am=3 count=6 other=12"),
                of(
                        "a key that is refused after it was counted",
                        Rule.COUNTED_ONCE,
                        LIMITED,
                        "COUNT t=10 key=x am=4",
                        "COUNTED b=10 t=20 key=x am=4 count=4 other=8",
                        "COUNT t=50 key=x am=4",
                        "COUNT_REFUSED b=50 t=55 key=x am=4 count=4 other=8"),
                of(
                        "a key that is not free after its take-back, so that nothing is counted",
                        Rule.COUNTS_ARE_EXACT,
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK,
                        X_TAKEN_BACK,
                        X_AGAIN,
                        "COUNTED b=50 t=55 key=x am=3 count=3 other=6",
                        NOTHING_LEFT),
                of(
                        "a key that is not free after its take-back, so that the first answer comes again",
                        Rule.COUNTS_ARE_EXACT,
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK,
                        X_TAKEN_BACK,
                        "COUNT t=41 key=y am=2",
                        "COUNTED b=41 t=45 key=y am=2 count=2 other=4",
                        X_AGAIN,
                        "COUNTED b=50 t=55 key=x am=3 count=3 other=6"),
                of(
                        "the second past its limit",
                        Rule.LIMIT_HOLDS,
                        LIMITED,
                        "COUNT t=10 key=x am=9",
                        "COUNTED b=10 t=20 key=x am=9 count=9 other=18"),
                of(
                        "a refusal of what would have fitted",
                        Rule.LIMIT_HOLDS,
                        LIMITED,
                        X,
                        "COUNT_REFUSED b=10 t=20 key=x am=3 count=0 other=0"),
                of(
                        "a refusal for what was taken back long ago",
                        Rule.COUNTS_ARE_EXACT,
                        LIMITED,
                        "COUNT t=10 key=x am=4",
                        "COUNTED b=10 t=20 key=x am=4 count=4 other=8",
                        "TAKE_BACK t=30 key=x am=4",
                        "TAKEN_BACK b=30 t=40 key=x am=4",
                        Y,
                        "COUNT_REFUSED b=60 t=70 key=y am=2 count=4 other=8"));
    }

    @ParameterizedTest(name = "finds {0}")
    @MethodSource("wrong")
    void finds(String what, Rule rule, String id, List<String> lines) {
        assertThat(judge(id, lines)).as(what).contains(rule);
    }

    private static Arguments of(String what, String id, String... lines) {
        return Arguments.of(what, id, List.of(lines));
    }

    static List<Arguments> right() {
        return List.of(
                of("a worker killed before it was applied", PAIR, X, NOTHING_LEFT),
                of("a worker killed after it was applied", PAIR, X, X_LEFT),
                of("a reply lost of what was applied", PAIR, X, X_FAILED, X_LEFT),
                of("a request lost", PAIR, X, X_FAILED, NOTHING_LEFT),
                of(
                        "the first answer given again",
                        PAIR,
                        X,
                        X_COUNTED,
                        X_AGAIN,
                        X_COUNTED.replace("b=10 t=20", "b=50 t=55")),
                of("a take-back", PAIR, X, X_COUNTED, X_BACK, X_TAKEN_BACK, NOTHING_LEFT),
                of("a worker killed before it was taken back", PAIR, X, X_COUNTED, X_BACK, X_LEFT),
                of("a worker killed after it was taken back", PAIR, X, X_COUNTED, X_BACK, NOTHING_LEFT),
                of("a take-back of an increment with an unknown outcome", PAIR, X, X_BACK, X_TAKEN_BACK, NOTHING_LEFT),
                of(
                        "a call that was given up, and arrives after it was counted and taken back",
                        PAIR,
                        X,
                        X_FAILED,
                        X_COUNTED,
                        X_BACK,
                        X_TAKEN_BACK,
                        X_LEFT),
                of(
                        "the same, which a repetition then gets",
                        PAIR,
                        X,
                        X_FAILED,
                        X_COUNTED,
                        X_BACK,
                        X_TAKEN_BACK,
                        "COUNT t=41 key=y am=2",
                        "COUNTED b=41 t=45 key=y am=2 count=5 other=10",
                        X_AGAIN,
                        "COUNTED b=50 t=55 key=x am=3 count=3 other=6"),
                of(
                        "a take-back that was given up, and arrives when the key is counted again",
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK,
                        X_BACK_FAILED,
                        X_TAKEN_BACK,
                        X_AGAIN,
                        "COUNTED b=50 t=55 key=x am=3 count=3 other=6",
                        NOTHING_LEFT),
                of(
                        "counted again under a key that is free, with another answer",
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK,
                        X_TAKEN_BACK,
                        "COUNT t=41 key=y am=2",
                        "COUNTED b=41 t=45 key=y am=2 count=2 other=4",
                        X_AGAIN,
                        "COUNTED b=50 t=55 key=x am=3 count=5 other=10",
                        "COUNT_READ b=90 t=91 count=5 other=10"),
                of(
                        "a paused worker that hears the first answer when others have gone on",
                        PAIR,
                        X,
                        "COUNT t=41 key=y am=2",
                        "COUNTED b=41 t=45 key=y am=2 count=5 other=10",
                        X_AGAIN,
                        "COUNTED b=50 t=55 key=x am=3 count=3 other=6",
                        "COUNT_READ b=90 t=91 count=5 other=10"),
                of(
                        "an answer that may have come before or after a take-back that was under way",
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK.replace("t=30", "t=61"),
                        X_TAKEN_BACK.replace("b=30 t=40", "b=61 t=65"),
                        Y,
                        "COUNTED b=60 t=70 key=y am=2 count=2 other=4"),
                of(
                        "the same before it",
                        PAIR,
                        X,
                        X_COUNTED,
                        X_BACK.replace("t=30", "t=61"),
                        X_TAKEN_BACK.replace("b=30 t=40", "b=61 t=65"),
                        Y,
                        "COUNTED b=60 t=70 key=y am=2 count=5 other=10"),
                of(
                        "a refusal, room after a take-back, and then the same key counted",
                        LIMITED,
                        "COUNT t=10 key=x am=4",
                        "COUNTED b=10 t=20 key=x am=4 count=4 other=8",
                        "COUNT t=21 key=y am=2",
                        "COUNT_REFUSED b=21 t=25 key=y am=2 count=4 other=8",
                        "TAKE_BACK t=30 key=x am=4",
                        "TAKEN_BACK b=30 t=40 key=x am=4",
                        Y,
                        "COUNTED b=60 t=70 key=y am=2 count=2 other=4",
                        "COUNT_READ b=90 t=91 count=2 other=4"),
                of(
                        "a refusal because of an increment with an unknown outcome",
                        LIMITED,
                        "COUNT t=10 key=x am=4",
                        Y,
                        "COUNT_REFUSED b=60 t=70 key=y am=2 count=4 other=8"));
    }

    @ParameterizedTest(name = "finds nothing in {0}")
    @MethodSource("right")
    void findsNothing(String what, String id, List<String> lines) {
        assertThat(judge(id, lines)).as(what).isEmpty();
    }

    private static List<Rule> judge(String id, List<String> lines) {
        Checker checker = CheckerTest.checker();
        lines.forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(id, line))));
        checker.judge(Long.MAX_VALUE, true);
        return checker.violations().stream().map(Violation::rule).toList();
    }
}
