package dev.semel.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Line;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Small histories, each with one thing wrong; and some in which nothing is. Times are milliseconds; the lease is 400. */
@Tag("torture")
@DisplayName("the checker")
public class CheckerTest {
    public static final String PAY = "pay.again|t|1";
    static final String HOLD = "pay.hold|t|1";
    private static final String ASK = "pay.ask|t|1";
    static final String FAIL = "pay.fail|t|1";
    static final String SHORT = "pay.short|t|1";
    private static final String BOOK = "book.wait|t|1";
    private static final String BOOK_FAIL = "book.fail|t|1";
    static final String HITS = "hits.turning|s";
    private static final String QUOTA = "quota.turning|s";

    static final String ASKS_A = "CLAIM t=10 n=A q=a";
    static final String ASKS_B = "CLAIM t=900 n=B q=a";
    static final String A = "CLAIMED b=10 t=20 n=A m=A e=1 a=1 s=L1 q=a r=a w=1";
    static final String B = "CLAIMED b=900 t=910 n=B m=B e=2 a=2 s=L1 q=a r=a w=2 over=1";
    static final String EFFECT_A = "EFFECT t=30 u=uA s=L1 a=1 q=a w=1";
    static final String EFFECT_B = "EFFECT t=920 u=uB s=L1 a=2 q=a w=2";
    static final String DONE_A = "EFFECT_DONE t=31 u=uA";
    static final String SETTLE_A = "SETTLE t=40 n=A e=1 h=VA ms=86400000";
    static final String SETTLED_A = "SETTLE_APPLIED b=40 t=50 n=A e=1 h=VA ms=86400000";
    static final String ANSWER_A = "ANSWER b=5 t=60 o=Executed q=a s=L1 u=uA h=VA";

    static final String DECLINED_A = "ANSWER b=5 t=60 o=Declined q=a f=no h=FA";
    static final String REPLAYED_A = "ANSWER b=65 t=70 o=FailureReplayed q=a f=no h=FA";

    static Arguments wrong(Rule rule, String id, String... lines) {
        return Arguments.of(rule, id, List.of(lines));
    }

    static List<Arguments> wrong() {
        return List.of(
                wrong(Rule.ONE_OWNER_PER_EPOCH, PAY, ASKS_A, ASKS_B, A, B.replace("e=2 a=2", "e=1 a=2")),
                wrong(Rule.EPOCH_GROWS, PAY, ASKS_A, ASKS_B, A.replace("e=1", "e=3"), B),
                wrong(Rule.EPOCH_GROWS, PAY, ASKS_A, ASKS_B, A, B, "BUSY b=920 t=930 n=C m=A e=1 a=1 s=L1 q=a r=a"),
                wrong(Rule.LEASE_IS_EXCLUSIVE, PAY, ASKS_A, ASKS_B, A, B.replace("b=900 t=910", "b=300 t=310")),
                wrong(Rule.LEASE_IS_EXCLUSIVE, PAY, ASKS_A, ASKS_B, A, "RENEWED b=600 t=610 n=A e=1", B),
                wrong(Rule.LOST_LEASE_WRITES_NOTHING, PAY, ASKS_A, ASKS_B, A, B, "RENEWED b=950 t=960 n=A e=1"),
                wrong(Rule.OWNER_HAS_ASKED, PAY, ASKS_A, "RELEASE_APPLIED b=25 t=28 n=X e=1 as=RUNNABLE"),
                wrong(Rule.OWNER_HAS_ASKED, PAY, "CLAIM t=30 n=A q=a", "RELEASE_APPLIED b=25 t=28 n=A e=1 as=RUNNABLE"),
                wrong(Rule.OWNER_HAS_ASKED, PAY, ASKS_A, "SETTLE_APPLIED b=25 t=28 n=A e=1 h=V1 ms=1000"),
                wrong(Rule.OWNER_HAS_ASKED, PAY, ASKS_A, "BUSY b=10 t=20 n=A m=X e=1 a=1 s=L1 q=a r=a"),
                wrong(Rule.OWN_CLAIM_IS_RECOGNISED, PAY, ASKS_A, "BUSY b=30 t=40 n=A m=A e=1 a=1 s=L1 q=a r=a"),
                wrong(
                        Rule.NOTHING_IS_FORGOTTEN,
                        PAY,
                        ASKS_A,
                        ASKS_B,
                        A,
                        EFFECT_A,
                        SETTLE_A,
                        SETTLED_A,
                        "CLAIMED b=900 t=910 n=B m=B e=1 a=1 s=L2 q=a r=a w=2"),
                wrong(
                        Rule.ONLY_SETTLED_IS_REPLAYED,
                        PAY,
                        ASKS_A,
                        ASKS_B,
                        A,
                        "SETTLED b=900 t=910 n=B m=A e=1 a=1 s=L1 q=a r=a h=VA"),
                wrong(
                        Rule.ANSWERS_ARE_IDENTICAL,
                        PAY,
                        ASKS_A,
                        ASKS_B,
                        A,
                        SETTLE_A,
                        SETTLED_A,
                        "SETTLED b=900 t=910 n=B m=A e=1 a=1 s=L1 q=a r=a h=VX"),
                wrong(
                        Rule.REPLAY_ENDS,
                        SHORT,
                        ASKS_A,
                        ASKS_B,
                        A,
                        SETTLE_A.replace("86400000", "300"),
                        SETTLED_A.replace("86400000", "300"),
                        "SETTLED b=900 t=910 n=B m=A e=1 a=1 s=L1 q=a r=a h=VA"),
                wrong(Rule.STORED_BEFORE_ANSWERED, PAY, ASKS_A, A, EFFECT_A, ANSWER_A),
                wrong(Rule.STORED_BEFORE_ANSWERED, PAY, ASKS_A, A, EFFECT_A, SETTLE_A, ANSWER_A),
                wrong(Rule.STORED_BEFORE_ANSWERED, FAIL, ASKS_A, A, SETTLE_A.replace("VA", "FA"), DECLINED_A),
                wrong(Rule.ANSWERS_ARE_IDENTICAL, FAIL, ASKS_A, A, DECLINED_A, ANSWER_A),
                wrong(
                        Rule.LOST_LEASE_WRITES_NOTHING,
                        PAY,
                        ASKS_A,
                        ASKS_B,
                        A,
                        B,
                        SETTLE_A,
                        SETTLED_A.replace("t=50", "t=950")),
                wrong(
                        Rule.NOTHING_IS_FORGOTTEN,
                        PAY,
                        ASKS_A,
                        ASKS_B,
                        A,
                        SETTLE_A,
                        "SETTLED b=100 t=110 n=C m=A e=1 a=1 s=L1 q=a r=a h=VA",
                        "CLAIMED b=900 t=910 n=B m=B e=1 a=1 s=L2 q=a r=a w=2"),
                wrong(Rule.FINGERPRINT_IS_KEPT_APART, PAY, ASKS_A, A.replace("r=a", "r=b")),
                wrong(Rule.FINGERPRINT_IS_KEPT_APART, PAY, ASKS_A, ASKS_B, A, B.replace("q=a r=a", "q=b r=b")),
                wrong(
                        Rule.FINGERPRINT_IS_KEPT_APART,
                        PAY,
                        ASKS_A,
                        A,
                        EFFECT_A,
                        SETTLE_A,
                        SETTLED_A,
                        "ANSWER b=60 t=70 o=Replayed q=b s=L1 u=uA h=VA"),
                wrong(Rule.FINGERPRINT_IS_KEPT_APART, BOOK_FAIL, DECLINED_A, REPLAYED_A.replace("q=a", "q=b")),
                wrong(Rule.FINGERPRINT_IS_KEPT_APART, BOOK_FAIL, DECLINED_A, "ANSWER b=70 t=80 o=Mismatched q=a"),
                wrong(
                        Rule.NOTHING_IS_FORGOTTEN,
                        ASK,
                        ASKS_A,
                        A,
                        EFFECT_A,
                        SETTLE_A,
                        SETTLED_A,
                        ANSWER_A,
                        "ANSWER b=70 t=80 o=InDoubt q=a"),
                wrong(Rule.EFFECT_NEEDS_A_CLAIM, PAY, ASKS_A, A, EFFECT_B),
                wrong(Rule.ONE_EFFECT_PER_EPOCH, PAY, ASKS_A, A, EFFECT_A, EFFECT_A.replace("uA", "uX")),
                wrong(Rule.NO_ANSWER_WITHOUT_EFFECT, PAY, ASKS_A, A, SETTLE_A, SETTLED_A, ANSWER_A),
                wrong(Rule.HELD_NEVER_RUNS_AGAIN, HOLD, ASKS_A, ASKS_B, A, B.replace(" over=1", "")),
                wrong(Rule.ASKED_BEFORE_RUN_AGAIN, ASK, ASKS_A, ASKS_B, A, B.replace(" over=1", ""), EFFECT_B),
                wrong(
                        Rule.ASKED_BEFORE_RUN_AGAIN,
                        ASK,
                        ASKS_A,
                        ASKS_B,
                        A,
                        EFFECT_A,
                        DONE_A,
                        B,
                        "VERDICT t=915 s=L1 a=2 o=DidNotHappen",
                        EFFECT_B),
                // A release whose reply was lost is no reason not to ask.
                wrong(
                        Rule.ASKED_BEFORE_RUN_AGAIN,
                        ASK,
                        ASKS_A,
                        ASKS_B,
                        A,
                        "RELEASE t=25 n=A e=1 as=RUNNABLE",
                        B,
                        EFFECT_B),
                wrong(Rule.FAILS_CLOSED, PAY, "ANSWER b=5 t=60 o=Unprotected q=a"),
                wrong(Rule.NOTHING_UNEXPECTED, PAY, "ANSWER b=5 t=60 o=Unexpected_X q=a"),
                wrong(Rule.ONE_EFFECT_PER_RETENTION, BOOK, "EFFECT t=30 u=uA q=a", "EFFECT t=90 u=uB q=a"),
                // One posting that was applied twice.
                wrong(Rule.ONE_EFFECT_PER_RETENTION, BOOK, "EFFECT t=30 u=uA q=a", "EFFECT t=30 u=uA q=a"),
                wrong(Rule.ROLLED_BACK_IS_GONE, BOOK, "EFFECT t=30 u=uA q=a doomed=1"),
                wrong(Rule.NO_ANSWER_WITHOUT_EFFECT, BOOK, ANSWER_A),
                wrong(Rule.ANSWERS_ARE_IDENTICAL, BOOK_FAIL, DECLINED_A, "EFFECT t=70 u=uA q=a", ANSWER_A),
                wrong(Rule.ANSWERS_ARE_IDENTICAL, BOOK_FAIL, DECLINED_A, DECLINED_A.replace("FA", "FX")),
                wrong(
                        Rule.COUNTS_ARE_EXACT,
                        HITS,
                        "COUNT t=1 c=x am=2",
                        "COUNT t=2 c=y am=2",
                        "COUNTED b=1 t=5 c=x am=2 count=2 end=9",
                        "COUNTED b=2 t=6 c=y am=2 count=3 end=9"),
                wrong(
                        Rule.COUNTS_ARE_EXACT,
                        HITS,
                        "COUNT t=1 c=x am=2",
                        "COUNT t=2 c=y am=1",
                        "COUNTED b=1 t=5 c=x am=2 count=4 end=9"),
                wrong(
                        Rule.COUNTS_ARE_EXACT,
                        HITS,
                        "COUNT t=1 c=x am=2",
                        "COUNTED b=1 t=5 c=x am=2 count=2 end=9",
                        "COUNT_READ b=10 t=11 count=1"),
                wrong(
                        Rule.COUNTED_ONCE,
                        HITS,
                        "COUNT t=1 c=x am=2 key=x",
                        "COUNTED b=1 t=5 c=x am=2 key=x count=2 end=9",
                        "COUNTED b=6 t=7 c=x am=2 key=x count=4 end=9"),
                wrong(Rule.LIMIT_HOLDS, QUOTA, "COUNT t=1 c=x am=41", "COUNTED b=1 t=5 c=x am=41 count=41 end=9"),
                wrong(Rule.LIMIT_HOLDS, QUOTA, "COUNT t=1 c=x am=2", "COUNT_REFUSED b=1 t=5 c=x am=2 count=2 end=9"),
                wrong(
                        Rule.COUNTS_ARE_EXACT,
                        QUOTA,
                        "COUNT t=1 c=x am=2",
                        "COUNTED b=1 t=5 c=x am=2 count=2 end=9",
                        "COUNT t=6 c=y am=3",
                        "COUNT_REFUSED b=6 t=7 c=y am=3 count=2 end=9",
                        "COUNT t=8 c=z am=1",
                        "COUNT_REFUSED b=8 t=9 c=z am=1 count=5 end=9"),
                // What began when the refusal had ended does not explain it, nor does what another window has.
                wrong(
                        Rule.COUNTS_ARE_EXACT,
                        QUOTA,
                        "COUNT t=1 c=w am=4",
                        "COUNTED b=1 t=2 c=w am=4 count=4 end=3",
                        "COUNT t=4 c=y am=3",
                        "COUNT_REFUSED b=4 t=5 c=y am=3 count=2 end=9",
                        "COUNT t=6 c=x am=2",
                        "COUNTED b=6 t=7 c=x am=2 count=2 end=9",
                        "COUNT t=8 c=v am=2"),
                wrong(
                        Rule.WINDOW_GOES_ON,
                        HITS,
                        "COUNT t=1 c=x am=2",
                        "COUNT t=6 c=y am=2",
                        "COUNTED b=1 t=5 c=x am=2 count=2 end=9",
                        "COUNTED b=6 t=7 c=y am=2 count=2 end=7"));
    }

    @ParameterizedTest(name = "finds by {0}, in {1}: {2}")
    @MethodSource("wrong")
    void finds(Rule rule, String id, List<String> lines) {
        assertThat(judge(id, lines)).contains(rule);
    }

    static List<Arguments> right() {
        return List.of(
                Arguments.of(PAY, List.of(ASKS_A, A, EFFECT_A, SETTLE_A, SETTLED_A, ANSWER_A)),
                // The claim's reply was lost, and the claim that is sent again is recognised.
                Arguments.of(PAY, List.of(ASKS_A, "CLAIM_FAILED b=10 t=15 n=A", A.replace("b=10", "b=16"))),
                // All replies to the claim were lost, and what it got is given back.
                Arguments.of(
                        PAY,
                        List.of(ASKS_A, "CLAIM_FAILED b=10 t=15 n=A", "RELEASE_APPLIED b=25 t=28 n=A e=1 as=RUNNABLE")),
                // Taken over; the old owner's effect comes late, which no store can prevent.
                Arguments.of(PAY, List.of(ASKS_A, ASKS_B, A, B, EFFECT_A.replace("t=30", "t=915"), EFFECT_B)),
                // Released, and claimed immediately.
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                ASKS_B,
                                A,
                                "RELEASE t=25 n=A e=1 as=RUNNABLE",
                                B.replace("b=900 t=910", "b=30 t=35").replace(" over=1", ""))),
                // A settlement whose reply was lost was applied.
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                ASKS_B,
                                A,
                                EFFECT_A,
                                SETTLE_A,
                                "SETTLED b=900 t=910 n=B m=A e=1 a=1 s=L1 q=a r=a h=VA",
                                "ANSWER b=890 t=920 o=Replayed q=a s=L1 u=uA h=VA")),
                Arguments.of(ASK, List.of(ASKS_A, ASKS_B, A, B, "VERDICT t=915 s=L1 a=2 o=DidNotHappen", EFFECT_B)),
                // The first effect's time is from before it took place: the reconciler could not know of it.
                Arguments.of(
                        ASK,
                        List.of(
                                ASKS_A,
                                ASKS_B,
                                A,
                                EFFECT_A,
                                B,
                                "VERDICT t=915 s=L1 a=2 o=DidNotHappen",
                                EFFECT_B,
                                DONE_A.replace("t=31", "t=930"))),
                // Another request is refused, also one that had been answered by the time that this one began.
                Arguments.of(
                        BOOK_FAIL,
                        List.of(
                                DECLINED_A,
                                REPLAYED_A,
                                "ANSWER b=50 t=80 o=Mismatched q=b",
                                "ANSWER b=6 t=61 o=InProgress q=a")),
                Arguments.of(BOOK, List.of("EFFECT t=30 u=uA q=a", ANSWER_A)),
                Arguments.of(BOOK_FAIL, List.of(DECLINED_A, DECLINED_A.replace("Declined", "FailureReplayed"))),
                // Refused because of an owner that has not ended, and of one whose outcome is unknown.
                Arguments.of(
                        QUOTA,
                        List.of(
                                "COUNT t=1 c=x am=2",
                                "COUNT t=2 c=y am=1",
                                "COUNT t=3 c=z am=2",
                                "COUNT_REFUSED b=3 t=5 c=z am=2 count=3 end=9",
                                "COUNTED b=1 t=8 c=x am=2 count=2 end=9")),
                Arguments.of(
                        HITS,
                        List.of(
                                "COUNT t=1 c=x am=2",
                                "COUNT t=2 c=y am=1",
                                "COUNTED b=1 t=5 c=x am=2 count=3 end=9",
                                "COUNT_READ b=10 t=11 count=3")));
    }

    @ParameterizedTest(name = "finds nothing in {0}: {1}")
    @MethodSource("right")
    void findsNothing(String id, List<String> lines) {
        assertThat(judge(id, lines)).isEmpty();
    }

    public static Checker checker() {
        return new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));
    }

    static List<Rule> judge(String id, List<String> lines) {
        Checker checker = checker();
        lines.forEach(line -> checker.take(HistoryEvent.of(parse(id, line))));
        checker.judge(Long.MAX_VALUE, true);
        return checker.violations().stream().map(Violation::rule).toList();
    }

    /** From words such as {@code CLAIMED b=10 t=20}, with times in milliseconds. */
    public static Line parse(String id, String words) {
        String[] parts = words.split(" ", -1);
        Object[] line = new Object[parts.length * 2 + 2];
        line[0] = "k";
        line[1] = parts[0];
        line[2] = "id";
        line[3] = id;
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].split("=", 2);
            boolean time = pair[0].equals("t") || pair[0].equals("b");
            line[2 * i + 2] = pair[0];
            line[2 * i + 3] = time ? pair[1] + "000000" : pair[1];
        }
        return Line.of(line);
    }
}
