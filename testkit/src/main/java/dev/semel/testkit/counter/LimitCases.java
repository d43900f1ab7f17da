package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CountResult;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class LimitCases extends CountCases {
    LimitCases(CounterStoreContract contract) {
        super(contract);
    }

    private CountCall within(long limit, long amount, int day) {
        return call(change("c", amount, limit, day(day)));
    }

    @Test
    @DisplayName("E4 a count can reach its limit and not pass it, and a refused amount is not counted")
    void limit() {
        assertThat(applied(within(3, 2, 0))).isEqualTo(count(0, 2));
        assertThat(refused(within(3, 2, 0)).counts()).containsExactly(count(0, 2));
        assertThat(applied(within(3, 1, 0))).isEqualTo(count(0, 3));
        refused(within(3, 1, 0));
        assertThat(stored()).isEqualTo(count(0, 3));
    }

    @Test
    @DisplayName("E4 an amount above the limit is refused, and creates no count")
    void tooMuch() {
        CountResult.OverLimit refused = refused(within(3, 4, 0));
        assertThat(refused.index()).isZero();
        assertThat(refused.counts()).containsExactly(count(0, 0));
        assertThat(stored("c")).isNull();
        refused(within(0, 1, 0));
    }

    @Test
    @DisplayName("E4 a later window starts below its limit")
    void roomAgain() {
        applied(within(3, 3, 0));
        assertThat(applied(within(3, 2, 1))).isEqualTo(count(1, 2));
    }

    @Test
    @DisplayName("E4 an amount that is refused in a later window leaves the old window unchanged")
    void refusedAtTheTurn() {
        applied(within(3, 3, 0));
        assertThat(refused(within(3, 4, 1)).counts()).containsExactly(count(1, 0));
        assertThat(stored()).isEqualTo(count(0, 3));
    }

    @Test
    @DisplayName("E2 E4 a call with an older window is limited by the present one")
    void late() {
        applied(within(3, 3, 1));
        assertThat(refused(within(3, 1, 0)).counts()).containsExactly(count(1, 3));
    }

    @Test
    @DisplayName("a limit that was lowered below the count refuses amounts and changes nothing")
    void lowered() {
        applied(within(10, 8, 0));
        assertThat(refused(within(5, 1, 0)).counts()).containsExactly(count(0, 8));
        assertThat(applied(within(10, 1, 0))).isEqualTo(count(0, 9));
    }

    private CountCall known(long amount, int day) {
        return call(new CountChange("c", amount, NONE, day(day), UnknownSubjects.REFUSE, Duration.ZERO));
    }

    @Test
    @DisplayName("E6 an unknown subject is refused if the counter requires registration, and stays unknown")
    void unknown() {
        assertThat(store().apply(known(1, 0))).isEqualTo(new CountResult.UnknownSubject(0));
        assertThat(stored("c")).isNull();
    }

    @Test
    @DisplayName("E6 a registered subject counts from zero, and registering it again does not reset it")
    void registered() {
        applied(call(change("c", 0, day(0))));
        assertThat(stored()).isEqualTo(count(0, 0));
        assertThat(applied(known(2, 0))).isEqualTo(count(0, 2));
        assertThat(applied(call(change("c", 0, day(0))))).isEqualTo(count(0, 2));
        assertThat(applied(known(1, 1))).isEqualTo(count(1, 1));
    }
}
