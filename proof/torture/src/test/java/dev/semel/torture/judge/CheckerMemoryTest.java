package dev.semel.torture.judge;

import static dev.semel.torture.judge.CheckerTest.A;
import static dev.semel.torture.judge.CheckerTest.ANSWER_A;
import static dev.semel.torture.judge.CheckerTest.ASKS_A;
import static dev.semel.torture.judge.CheckerTest.ASKS_B;
import static dev.semel.torture.judge.CheckerTest.B;
import static dev.semel.torture.judge.CheckerTest.DONE_A;
import static dev.semel.torture.judge.CheckerTest.EFFECT_A;
import static dev.semel.torture.judge.CheckerTest.EFFECT_B;
import static dev.semel.torture.judge.CheckerTest.HITS;
import static dev.semel.torture.judge.CheckerTest.PAY;
import static dev.semel.torture.judge.CheckerTest.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the checker still knows when most of a long run is forgotten. */
@Tag("torture")
@DisplayName("the checker in a long run")
class CheckerMemoryTest {
    @Test
    @DisplayName("counts an effect of an owner that had been overtaken")
    void lateEffects() {
        List<String> lines = List.of(ASKS_A, ASKS_B, A, B, EFFECT_A.replace("t=30", "t=915"), EFFECT_B);
        Checker checker = CheckerTest.checker();
        lines.forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));

        assertThat(checker.lateEffects()).isEqualTo(1);

        checker.judge(Duration.ofMinutes(1).toNanos(), true);
        assertThat(checker.lateEffects()).as("thinned out").isEqualTo(1);

        checker.take(HistoryEvent.of(
                CheckerTest.parse(PAY, "ANSWER b=61000 t=61010 o=Replayed q=a s=L1 u=uB h=VB w=sweep")));
        assertThat(checker.lateEffects()).as("called again").isEqualTo(1);
    }

    @Test
    @DisplayName("knows a claim that was sent again and got no answer, also when all around it is thinned out")
    void thinnedOutClaim() {
        Checker checker = CheckerTest.checker();
        List.of(
                        ASKS_A,
                        A,
                        "CLAIM t=100 n=B q=b",
                        "BUSY b=100 t=110 n=B m=A e=1 a=1 s=L1 q=b r=b",
                        "CLAIM t=900 n=B q=b")
                .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line.replace("=a", "=b")))));
        checker.judge(Duration.ofMinutes(1).toNanos(), true);

        List.of("CLAIM t=61000 n=C q=a", "MISMATCH b=61000 t=61010 n=C m=B e=2 a=2 s=L1 q=a r=b")
                .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(PAY, line))));
        checker.judge(Long.MAX_VALUE, true);

        assertThat(checker.violations()).isEmpty();
    }

    @Test
    @DisplayName("finds that no lease was ever renewed, if enough has happened")
    void neverRenewed() {
        for (String renewed : new String[] {"", "RENEWED b=30 t=40 n=A e=1"}) {
            Checker checker = CheckerTest.checker();
            for (int i = 0; i <= 300; i++) {
                checker.take(HistoryEvent.of(CheckerTest.parse(PAY, DONE_A)));
            }
            if (!renewed.isEmpty()) {
                checker.take(HistoryEvent.of(CheckerTest.parse(PAY, renewed)));
            }
            checker.checkSettled(List.of(), Duration.ofSeconds(1), 0);

            assertThat(checker.violations())
                    .extracting(Violation::rule)
                    .containsExactly(renewed.isEmpty() ? new Rule[] {Rule.LEASES_ARE_RENEWED} : new Rule[0]);
        }
    }

    @Test
    @DisplayName("forgets what is no longer requested, and still counts it")
    void forgets() {
        Checker checker = CheckerTest.checker();
        List.of(ASKS_A, ASKS_B, A, B, EFFECT_A.replace("t=30", "t=915"), EFFECT_B)
                .forEach(line -> checker.take(HistoryEvent.of(CheckerTest.parse(SHORT, line))));
        checker.take(HistoryEvent.of(CheckerTest.parse(HITS, "COUNT t=1 c=x am=2")));
        checker.take(HistoryEvent.of(CheckerTest.parse(PAY, ASKS_A)));
        checker.judge(Duration.ofMinutes(1).toNanos(), true);
        assertThat(checker.history(SHORT, 10)).isNotEmpty();

        checker.judge(Duration.ofMinutes(10).toNanos(), true);

        assertThat(checker.history(SHORT, 10)).isEmpty();
        assertThat(checker.records()).isEqualTo(3);
        assertThat(checker.lateEffects()).isEqualTo(1);
        assertThat(checker.toBeSwept(10)).containsExactly(PAY);
    }

    @Test
    @DisplayName("calls no more answered records once more than the limit")
    void sample() {
        Checker checker = CheckerTest.checker();
        for (int i = 0; i < 7; i++) {
            checker.take(HistoryEvent.of(CheckerTest.parse("pay.again|t|" + i, ANSWER_A)));
        }

        assertThat(checker.toBeSwept(4)).hasSize(4);
        assertThat(checker.toBeSwept(6)).hasSize(4);
        assertThat(checker.toBeSwept(7)).hasSize(7);
        assertThat(checker.toBeSwept(Integer.MAX_VALUE)).hasSize(7);
    }
}
