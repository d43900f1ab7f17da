package dev.semel.torture.judge;

import static dev.semel.torture.judge.CheckerTest.A;
import static dev.semel.torture.judge.CheckerTest.ASKS_A;
import static dev.semel.torture.judge.CheckerTest.ASKS_B;
import static dev.semel.torture.judge.CheckerTest.B;
import static dev.semel.torture.judge.CheckerTest.EFFECT_A;
import static dev.semel.torture.judge.CheckerTest.FAIL;
import static dev.semel.torture.judge.CheckerTest.HOLD;
import static dev.semel.torture.judge.CheckerTest.PAY;
import static dev.semel.torture.judge.CheckerTest.REPLAYED_A;
import static dev.semel.torture.judge.CheckerTest.SETTLED_A;
import static dev.semel.torture.judge.CheckerTest.SETTLE_A;
import static dev.semel.torture.judge.CheckerTest.SHORT;
import static dev.semel.torture.judge.CheckerTest.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Small histories of leases and of records without a result. Times are milliseconds; the lease is 400. */
@Tag("torture")
@DisplayName("the checker, of owners,")
class CheckerOwnerTest {
    private static final String AGAIN = "CLAIMED b=900 t=910 n=B m=B e=1 a=1 s=L2 q=a r=a w=2";
    private static final String REFUSED_A = "SETTLE_REFUSED b=490 t=500 n=A e=1 h=VA ms=86400000";
    private static final String REPLAY_A = "ANSWER b=6 t=45 o=Replayed q=a s=L1 u=uA h=VA";
    private static final String SEEN_A = "SETTLED b=46 t=48 n=C m=A e=1 a=1 s=L1 q=a r=a h=VA";
    private static final String BUSY_A = "BUSY b=100 t=110 n=C m=A e=1 a=1 s=L1 q=a r=a";
    private static final String SEEN_BUSY = "BUSY b=15 t=20 n=C m=A e=1 a=1 s=L1 q=a r=a";
    private static final String DOUBT_A = "IN_DOUBT b=900 t=910 n=C m=A e=1 a=1 s=L1 q=a r=a";
    private static final String RENEW_A = "RENEW t=300 n=A e=1";
    private static final String RENEWED_A = "RENEWED b=300 t=310 n=A e=1";
    private static final String FREE_A = "RELEASE t=25 n=A e=1 as=RUNNABLE";
    private static final String FREED_A = "RELEASE_APPLIED b=25 t=28 n=A e=1 as=RUNNABLE";

    private static final String FREED_AGAIN_A = "RELEASE_APPLIED b=200 t=210 n=A e=1 as=RUNNABLE ms=800";

    static List<Arguments> wrongOwners() {
        return List.of(
                wrong(
                        Rule.NOTHING_IS_FORGOTTEN,
                        SHORT,
                        ASKS_A,
                        ASKS_B,
                        A,
                        FREE_A.replace("t=25", "t=200") + " ms=800",
                        FREED_AGAIN_A,
                        AGAIN),
                wrong(Rule.NOTHING_IS_FORGOTTEN, PAY, ASKS_A, ASKS_B, A.replace("e=1 a=1", "e=7 a=7"), AGAIN),
                // Another request gets the key.
                wrong(Rule.NOTHING_IS_FORGOTTEN, PAY, ASKS_A, ASKS_B, A, AGAIN.replace("q=a r=a", "q=b r=b")),
                wrong(Rule.NOTHING_IS_FORGOTTEN, PAY, ASKS_A, ASKS_B, A, FREE_A, FREED_A, AGAIN),
                wrong(
                        Rule.NOTHING_IS_FORGOTTEN,
                        PAY,
                        ASKS_A,
                        "MISMATCH b=30 t=40 n=C m=A e=1 a=1 s=L1 q=b r=a",
                        ASKS_B,
                        AGAIN),
                // Its owner's answer was lost, and it was not given back, or to be remembered, or given back by
                // another.
                wrong(Rule.NOTHING_IS_FORGOTTEN, PAY, ASKS_A, ASKS_B, SEEN_BUSY, AGAIN),
                wrong(Rule.NOTHING_IS_FORGOTTEN, PAY, ASKS_A, ASKS_B, SEEN_BUSY, FREE_A + " ms=9", FREED_A, AGAIN),
                wrong(
                        Rule.NOTHING_IS_FORGOTTEN,
                        PAY,
                        ASKS_A,
                        ASKS_B,
                        SEEN_BUSY,
                        FREE_A.replace("n=A", "n=C") + " ms=0",
                        AGAIN),
                wrong(Rule.REFUSED_FOR_A_REASON, PAY, ASKS_A, A, SETTLE_A, REFUSED_A),
                wrong(Rule.REFUSED_FOR_A_REASON, PAY, ASKS_A, A, "RENEWAL_REFUSED b=500 t=510 n=A e=1"),
                wrong(Rule.REFUSED_FOR_A_REASON, PAY, ASKS_A, A, FREE_A, "RELEASE_REFUSED b=25 t=28 n=A e=1"),
                // A caller that was answered as busy has taken nothing, nor has a later one.
                wrong(
                        Rule.REFUSED_FOR_A_REASON,
                        PAY,
                        ASKS_A,
                        A,
                        "CLAIM t=30 n=C q=a",
                        "BUSY b=30 t=35 n=C m=A e=1 a=1 s=L1 q=a r=a",
                        SETTLE_A,
                        REFUSED_A,
                        ASKS_B,
                        B),
                // Sent, and not known to be stored when a duplicate gets it; stored only after that.
                wrong(Rule.STORED_BEFORE_ANSWERED, PAY, ASKS_A, A, EFFECT_A, SETTLE_A, REPLAY_A),
                wrong(Rule.STORED_BEFORE_ANSWERED, PAY, ASKS_A, A, EFFECT_A, SETTLE_A, REPLAY_A, SETTLED_A),
                wrong(Rule.STORED_BEFORE_ANSWERED, PAY, ASKS_A, A, EFFECT_A, SETTLE_A, REPLAY_A, SEEN_A),
                wrong(
                        Rule.STORED_BEFORE_ANSWERED,
                        FAIL,
                        ASKS_A,
                        A,
                        SETTLE_A.replace("VA", "FA"),
                        REPLAYED_A.replace("b=65 t=70", "b=41 t=45")),
                wrong(Rule.LEASE_IS_EXCLUSIVE, HOLD, ASKS_A, A, DOUBT_A.replace("b=900 t=910", "b=300 t=310")),
                wrong(Rule.LEASE_IS_EXCLUSIVE, HOLD, ASKS_A, A, "RENEWED b=600 t=610 n=A e=1", DOUBT_A),
                wrong(Rule.OWNERS_NEED_NO_MEMORY, PAY, ASKS_A, A, RENEW_A, "OUT_OF_MEMORY t=320 n=A e=1"),
                wrong(Rule.RELEASED_IS_FREE, HOLD, ASKS_A, A, FREE_A, FREED_A, DOUBT_A),
                wrong(Rule.RELEASED_IS_FREE, PAY, ASKS_A, A, FREE_A, FREED_A, BUSY_A),
                wrong(Rule.LEASE_ENDS, PAY, ASKS_A, A, BUSY_A.replace("b=100 t=110", "b=426 t=430")),
                wrong(
                        Rule.LEASE_ENDS,
                        PAY,
                        ASKS_A,
                        A,
                        RENEW_A,
                        RENEWED_A,
                        BUSY_A.replace("b=100 t=110", "b=716 t=730")),
                // Refused so long before that it may not have renewed anything since.
                wrong(
                        Rule.LEASE_ENDS,
                        PAY,
                        ASKS_A,
                        A,
                        RENEW_A,
                        "RENEWAL_REFUSED b=300 t=310 n=A e=1",
                        BUSY_A.replace("b=100 t=110", "b=716 t=730")),
                // Renewed only after the answer.
                wrong(
                        Rule.LEASE_ENDS,
                        PAY,
                        ASKS_A,
                        A,
                        BUSY_A.replace("b=100 t=110", "b=426 t=430"),
                        "RENEW t=440 n=A e=1",
                        "RENEWED b=440 t=450 n=A e=1"));
    }

    @ParameterizedTest(name = "finds by {0}, in {1}: {2}")
    @MethodSource("wrongOwners")
    void finds(Rule rule, String id, List<String> lines) {
        assertThat(CheckerTest.judge(id, lines)).contains(rule);
    }

    static List<Arguments> rightOwners() {
        return List.of(
                // A record that is recreated when its short retention has ended; a released one goes on.
                Arguments.of(SHORT, List.of(ASKS_A, ASKS_B, A, FREE_A, FREED_A, AGAIN)),
                Arguments.of(PAY, List.of(ASKS_A, ASKS_B, A, FREE_A, FREED_A, B.replace(" over=1", ""))),
                // The first of two releases may have been applied, so the retention may have begun with that one.
                Arguments.of(
                        SHORT,
                        List.of(
                                ASKS_A,
                                ASKS_B,
                                A,
                                FREE_A + " ms=800",
                                FREE_A.replace("t=25", "t=200") + " ms=800",
                                FREED_AGAIN_A,
                                AGAIN)),
                // An owner that had not begun lets the record be forgotten.
                Arguments.of(PAY, List.of(ASKS_A, ASKS_B, A, FREE_A + " ms=0", FREED_A, AGAIN)),
                // The same, known only from the answer to another caller: the owner's own answer was lost.
                Arguments.of(PAY, List.of(ASKS_A, ASKS_B, SEEN_BUSY, FREE_A + " ms=0", FREED_A, AGAIN)),
                // Refused after a takeover, after one that is unknown, and after the owner's own end.
                Arguments.of(PAY, List.of(ASKS_A, ASKS_B, A, B, SETTLE_A, REFUSED_A.replace("t=500", "t=950"))),
                Arguments.of(PAY, List.of(ASKS_A, A, "CLAIM t=450 n=C q=a", SETTLE_A, REFUSED_A)),
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                A,
                                "CLAIM t=450 n=C q=a",
                                "CLAIM_FAILED b=450 t=460 n=C",
                                "CLAIM t=470 n=C q=a",
                                "HELD_UP b=470 t=480 n=C",
                                SETTLE_A,
                                REFUSED_A)),
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                A,
                                SETTLE_A,
                                SETTLED_A,
                                "RENEWAL_REFUSED b=39 t=60 n=A e=1",
                                "RELEASE t=61 n=A e=1" + " as=RUNNABLE",
                                "RELEASE_REFUSED b=61 t=62 n=A e=1")),
                // A duplicate that has joined the owner's call, and one that asked when the owner had not heard of it.
                Arguments.of(PAY, List.of(ASKS_A, A, EFFECT_A, SETTLE_A, SETTLED_A, REPLAY_A.replace("t=45", "t=51"))),
                Arguments.of(PAY, List.of(ASKS_A, A, EFFECT_A, SETTLE_A, SEEN_A, REPLAY_A.replace("t=45", "t=49"))),
                // In doubt when the lease has ended, or when its owner has said so.
                Arguments.of(HOLD, List.of(ASKS_A, A, "RENEWED b=300 t=310 n=A e=1", DOUBT_A)),
                Arguments.of(
                        HOLD,
                        List.of(
                                ASKS_A,
                                A,
                                "RELEASE t=25 n=A e=1 as=ABANDONED",
                                "RELEASE_APPLIED b=25 t=28 n=A e=1 as=ABANDONED",
                                DOUBT_A.replace("b=900 t=910", "b=300 t=310"))),
                // Asked before the release had ended; and a claim that was sent twice and came once more, after the
                // release.
                Arguments.of(PAY, List.of(ASKS_A, A, FREE_A, FREED_A, BUSY_A.replace("b=100", "b=27"))),
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                "CLAIM_FAILED b=10 t=12 n=A",
                                ASKS_A.replace("t=10", "t=13"),
                                A,
                                FREE_A,
                                FREED_A,
                                BUSY_A.replace("e=1 a=1", "e=2 a=2"))),
                // In time, or by a renewal or a claim that was applied at an unknown time.
                Arguments.of(PAY, List.of(ASKS_A, A, BUSY_A.replace("b=100 t=110", "b=424 t=900"))),
                Arguments.of(PAY, List.of(ASKS_A, A, RENEW_A, RENEWED_A, BUSY_A.replace("b=100 t=110", "b=714 t=730"))),
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                A,
                                RENEW_A,
                                BUSY_A.replace("b=100 t=110", "b=900 t=910"),
                                "RENEW t=920 n=A e=1",
                                "RENEWED b=920 t=930 n=A e=1")),
                // The renewal was applied, its reply was lost, and the store sent it again after B had taken over.
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                ASKS_B,
                                A,
                                RENEW_A,
                                BUSY_A.replace("b=100 t=110", "b=500 t=510"),
                                B,
                                "RENEWAL_REFUSED b=300 t=950 n=A e=1")),
                Arguments.of(
                        PAY,
                        List.of(
                                ASKS_A,
                                "CLAIM_FAILED b=10 t=12 n=A",
                                ASKS_A.replace("t=10", "t=13"),
                                A.replace("b=10", "b=13"),
                                BUSY_A.replace("b=100 t=110", "b=900 t=910"))),
                // A short record is gone.
                Arguments.of(SHORT, List.of(ASKS_A, A, SETTLE_A, REFUSED_A)));
    }

    @ParameterizedTest(name = "finds nothing in {0}: {1}")
    @MethodSource("rightOwners")
    void findsNothing(String id, List<String> lines) {
        assertThat(CheckerTest.judge(id, lines)).isEmpty();
    }

    @Test
    @DisplayName("knows a life of which only a refusal was seen, also when that is thinned out")
    void thinnedOutLife() {
        Checker checker = CheckerTest.checker();
        List.of(ASKS_A, "CLAIM t=30 n=C q=b", "MISMATCH b=30 t=40 n=C m=A e=1 a=1 s=L1 q=b r=a")
                .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
        checker.judge(Duration.ofMinutes(1).toNanos(), true);

        List.of("CLAIM t=61000 n=B q=a", AGAIN.replace("b=900 t=910", "b=61000 t=61010"))
                .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
        checker.judge(Long.MAX_VALUE, true);

        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.NOTHING_IS_FORGOTTEN);
    }

    @Test
    @DisplayName("knows that a claim may have been granted, also when its failure is thinned out")
    void thinnedOutReason() {
        Checker checker = CheckerTest.checker();
        List.of(
                        ASKS_A,
                        A,
                        "CLAIM t=350 n=C q=a",
                        "CLAIM_FAILED b=350 t=360 n=C",
                        "CLAIM t=370 n=C q=a",
                        "BUSY b=370 t=380 n=C m=A e=1 a=1 s=L1 q=a r=a")
                .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
        checker.judge(Duration.ofMinutes(1).toNanos(), true);

        checker.take(HistoryEvent.of(CheckerTest.parse(PAY, SETTLE_A.replace("t=40", "t=61000"))));
        checker.take(HistoryEvent.of(CheckerTest.parse(PAY, REFUSED_A.replace("b=490 t=500", "b=61000 t=61010"))));
        checker.judge(Long.MAX_VALUE, true);

        assertThat(checker.violations()).isEmpty();
    }

    @Test
    @DisplayName("keeps the first replay when it thins out, whichever worker's file was read first")
    void thinnedOutReplays() {
        Checker checker = CheckerTest.checker();
        List.of(
                        ASKS_A,
                        A,
                        EFFECT_A,
                        SETTLE_A,
                        SEEN_A.replace("b=46 t=48", "b=500 t=510"),
                        SEEN_A,
                        REPLAY_A.replace("t=45", "t=49"),
                        REPLAY_A.replace("t=45", "t=511"))
                .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
        checker.judge(Duration.ofMinutes(1).toNanos(), true);

        checker.take(HistoryEvent.of(CheckerTest.parse(PAY, REPLAY_A.replace("b=6 t=45", "b=61000 t=61010"))));
        checker.judge(Long.MAX_VALUE, true);

        assertThat(checker.violations()).isEmpty();
    }

    @Test
    @DisplayName("knows that a renewal may have been applied, also when it is thinned out")
    void thinnedOutRenewal() {
        for (boolean unknown : new boolean[] {true, false}) {
            Checker checker = CheckerTest.checker();
            List.of(ASKS_A, A, RENEW_A, RENEWED_A, unknown ? "RENEW t=450 n=A e=1" : RENEW_A.replace("RENEW ", "CALL "))
                    .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
            checker.judge(Duration.ofMinutes(1).toNanos(), true);

            List.of("CLAIM t=61000 n=C q=a", BUSY_A.replace("b=100 t=110", "b=61000 t=61010"))
                    .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
            checker.judge(Long.MAX_VALUE, true);

            assertThat(checker.violations())
                    .extracting(Violation::rule)
                    .containsExactly(unknown ? new Rule[0] : new Rule[] {Rule.LEASE_ENDS});
        }
    }

    @Test
    @DisplayName("finds that most owners who took long did not renew their leases")
    void rarelyRenewed() {
        for (int tried : new int[] {50, 51}) {
            Checker checker = CheckerTest.checker();
            for (int i = 0; i < 101; i++) {
                String owner = "n=N" + i;
                checker.take(HistoryEvent.of(CheckerTest.parse(PAY, A.replace("n=A", owner))));
                if (i < tried) {
                    checker.take(HistoryEvent.of(CheckerTest.parse(PAY, RENEW_A.replace("n=A", owner))));
                }
                checker.take(HistoryEvent.of(CheckerTest.parse(PAY, "SETTLE t=430 e=1 h=VA ms=1 " + owner)));
            }
            checker.checkSettled(List.of(), Duration.ofSeconds(1), 0);

            assertThat(checker.violations())
                    .extracting(Violation::rule)
                    .containsExactly(tried == 50 ? new Rule[] {Rule.LEASES_ARE_RENEWED} : new Rule[0]);
        }
    }
}
