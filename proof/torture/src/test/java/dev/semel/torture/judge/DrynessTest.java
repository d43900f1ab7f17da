package dev.semel.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.protocol.Values;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("a pool that work has used up")
class DrynessTest {
    private static final long END = 60_000;

    private final Checker checker =
            new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));

    /** Renewals of owners whose answers take so long, if there are any. */
    private void renewals(String worker, int number, long millis) {
        for (int i = 0; i < number; i++) {
            String owner = " n=" + worker + i + " e=1 w=" + worker;
            long at = 1_000 + 10L * i;
            take("pay.again|t|" + i, "RENEW t=" + at + owner);
            if (millis > 0) {
                take("pay.again|t|" + i, "RENEWED b=" + at + " t=" + (at + millis) + owner);
            }
        }
    }

    private void claims(String worker, int number, long millis) {
        for (int i = 0; i < number; i++) {
            String owner = " n=" + worker + i + " q=a w=" + worker;
            long at = 1_000 + 10L * i;
            take("pay.again|t|" + i, "CLAIM t=" + at + owner);
            take("pay.again|t|" + i, "CLAIM_FAILED b=" + at + " t=" + (at + millis) + owner + " x=S");
        }
    }

    private void take(String id, String line) {
        checker.take(HistoryEvent.of(CheckerTest.parse(id, line)));
    }

    private void dry(String worker) {
        dry(worker, 2);
    }

    private void dry(String worker, int withheld) {
        take(Values.POOL, "DRY t=" + 500 + " w=" + worker + " ms=500 withheld=" + withheld);
    }

    private void noMore(String worker) {
        take(Values.POOL, "DRY_NO_MORE t=" + END + " w=" + worker);
        checker.judge(0, false);
    }

    @Test
    @DisplayName("stops no renewal: that they are late, or have no answer, is found")
    void renewalsStarve() {
        dry("1");
        renewals("1", 6, 0);
        noMore("1");
        assertThat(checker.violations()).as("too few to judge").isEmpty();

        dry("2");
        renewals("2", 6, 900);
        noMore("2");
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.LEASES_ARE_RENEWED);
    }

    @Test
    @DisplayName("stops renewals if work has taken even the connection that the store lost before, and delays no claim")
    void nothingReserved() {
        dry("1", 0);
        renewals("1", 20, 0);
        noMore("1");
        assertThat(checker.violations()).isEmpty();

        dry("2", 0);
        claims("2", 12, 3_000);
        noMore("2");
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.DRY_POOL_IS_NO_QUEUE);
    }

    @Test
    @DisplayName("is no queue: that claims wait for it one after the other is found")
    void claimsQueue() {
        dry("1");
        claims("1", 12, 3_000);
        noMore("1");

        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.DRY_POOL_IS_NO_QUEUE);
        assertThat(Rule.DRY_POOL_IS_NO_QUEUE.dependsOnMemory()).isFalse();
    }

    @Test
    @DisplayName("is not to blame for calls that were answered in time, sent by others, or by a worker that died")
    void inTime() {
        dry("1");
        renewals("1", 20, 50);
        claims("1", 20, 600);
        renewals("2", 20, 0);
        claims("2", 20, 9_000);
        noMore("1");
        dry("3");
        renewals("3", 20, 0);
        claims("3", 20, 9_000);
        checker.judge(0, false);

        assertThat(checker.violations()).isEmpty();
    }
}
