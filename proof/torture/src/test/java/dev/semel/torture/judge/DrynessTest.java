package dev.semel.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.protocol.Values;
import java.time.Duration;
import java.util.function.Consumer;
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

    private void dry(String worker, int withheld) {
        take(Values.POOL, "DRY t=" + 500 + " w=" + worker + " ms=500 withheld=" + withheld);
    }

    private void noMore(String worker) {
        take(Values.POOL, "DRY_NO_MORE t=" + END + " w=" + worker);
        checker.judge(0, false);
    }

    /** A time in which the pool of a worker is dry. */
    private void time(String worker, int withheld, Consumer<String> sent) {
        dry(worker, withheld);
        sent.accept(worker);
        noMore(worker);
    }

    @Test
    @DisplayName("stops no renewal: that they are late, or have no answer, is found")
    void renewalsStarve() {
        for (int i = 0; i < 4; i++) {
            time(i % 2 == 0 ? "1" : "2", 2, worker -> renewals(worker, 3, 0));
        }
        assertThat(checker.violations()).as("too few times to judge").isEmpty();

        time("2", 2, worker -> renewals(worker, 3, 900));
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.LEASES_ARE_RENEWED);
    }

    @Test
    @DisplayName("stops all renewals for a while if other faults strike, and not most of them in several such times")
    void otherFaults() {
        time("1", 2, worker -> renewals(worker, 11, 10));
        time("2", 2, worker -> renewals(worker, 19, 0));
        for (int i = 0; i < 4; i++) {
            time("3", 2, worker -> renewals(worker, 3, 10));
        }
        assertThat(checker.violations()).isEmpty();

        time("4", 2, worker -> renewals(worker, 30, 0));
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.LEASES_ARE_RENEWED);
    }

    @Test
    @DisplayName("stops renewals if work has taken even the connection that the store lost before, and delays no claim")
    void nothingReserved() {
        for (int i = 0; i < 9; i++) {
            time("1", 0, worker -> renewals(worker, 20, 0));
        }
        assertThat(checker.violations()).isEmpty();

        for (int i = 0; i < 5; i++) {
            time("2", 0, worker -> claims(worker, 3, 3_000));
        }
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.DRY_POOL_IS_NO_QUEUE);
    }

    @Test
    @DisplayName("is no queue: that claims wait for it one after the other is found")
    void claimsQueue() {
        for (int i = 0; i < 4; i++) {
            time("1", 1, worker -> claims(worker, 12, 3_000));
        }
        assertThat(checker.violations()).as("too few times to judge").isEmpty();
        time("1", 1, worker -> claims(worker, 12, 3_000));

        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.DRY_POOL_IS_NO_QUEUE);
        assertThat(Rule.DRY_POOL_IS_NO_QUEUE.dependsOnMemory()).isFalse();
    }

    @Test
    @DisplayName("is not to blame for calls that were answered in time, sent by others, or by a worker that died")
    void inTime() {
        for (int i = 0; i < 5; i++) {
            time("1", 2, worker -> {
                renewals(worker, 20, 50);
                claims(worker, 20, 600);
                renewals("2", 20, 0);
                claims("2", 20, 9_000);
            });
        }
        dry("3", 2);
        renewals("3", 20, 0);
        claims("3", 20, 9_000);
        checker.judge(0, false);

        assertThat(checker.violations()).isEmpty();
    }
}
