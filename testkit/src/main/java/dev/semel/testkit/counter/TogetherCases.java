package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.CountResult;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class TogetherCases extends CountCases {
    TogetherCases(CounterStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("are all counted, each in its window")
    void all() {
        assertThat(allApplied(call(change("minute", 1, day(0)), change("month", 2, day(-10)))))
                .containsExactly(count(0, 1), count(-10, 2));
        assertThat(allApplied(call(change("minute", 1, day(1)), change("month", 2, day(-10)))))
                .containsExactly(count(1, 1), count(-10, 4));
    }

    @Test
    @DisplayName("are not counted if one would pass its limit")
    void none() {
        allApplied(call(change("minute", 1, day(0)), change("month", 9, day(0))));
        CountResult.OverLimit refused = refused(
                call(change("minute", 1, 5, day(0)), change("month", 2, 10, day(0)), change("year", 1, day(0))));
        assertThat(refused.index()).isOne();
        assertThat(refused.counts()).containsExactly(count(0, 1), count(0, 9), count(0, 0));
        assertThat(stored("minute")).isEqualTo(count(0, 1));
        assertThat(stored("month")).isEqualTo(count(0, 9));
        assertThat(stored("year")).isNull();
    }

    @Test
    @DisplayName("do not turn their windows if one is refused")
    void noTurn() {
        allApplied(call(change("minute", 4, day(0)), change("month", 9, day(0))));
        refused(call(change("minute", 1, 5, day(1)), change("month", 2, 10, day(0))));
        assertThat(stored("minute")).isEqualTo(count(0, 4));
    }

    @Test
    @DisplayName("are not counted if the subject is unknown to one")
    void unknown() {
        CountChange known = new CountChange("known", 1, NONE, day(0), UnknownSubjects.REFUSE, Duration.ZERO);
        assertThat(store().apply(call(change("c", 1, day(0)), known))).isEqualTo(new CountResult.UnknownSubject(1));
        assertThat(stored("c")).isNull();
    }

    @Test
    @DisplayName("are answered in the order of the changes, whatever their names")
    void order() {
        assertThat(allApplied(call(change("z", 1, day(0)), change("a", 2, day(0)), change("m", 3, day(0)))))
                .containsExactly(count(0, 1), count(0, 2), count(0, 3));
        assertThat(allApplied(call(change("m", 1, day(0)), change("z", 1, day(0)), change("a", 1, day(0)))))
                .containsExactly(count(0, 4), count(0, 2), count(0, 3));
    }
}
