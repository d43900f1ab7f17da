package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountChange.UnknownSubjects;
import dev.semel.counter.store.Span;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class WindowCases extends CountCases {
    WindowCases(CounterStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("E1 a later window starts from zero")
    void startsAgain() {
        add(0, 9);
        assertThat(add(1, 2)).isEqualTo(count(1, 2));
        assertThat(add(1)).isEqualTo(count(1, 3));
    }

    @Test
    @DisplayName("windows without increments are skipped")
    void passedOver() {
        add(0, 9);
        assertThat(add(12)).isEqualTo(count(12, 1));
    }

    @Test
    @DisplayName("E2 a call with an older window adds to the present one")
    void late() {
        add(1, 5);
        assertThat(add(0)).isEqualTo(count(1, 6));
        assertThat(add(-30)).isEqualTo(count(1, 7));
        assertThat(add(1)).isEqualTo(count(1, 8));
        assertThat(stored()).isEqualTo(count(1, 8));
    }

    @Test
    @DisplayName("E2 a late call does not reopen its window, even after the reset")
    void neverBack() {
        add(0, 5);
        add(1, 1);
        add(0, 1);
        assertThat(add(1)).isEqualTo(count(1, 3));
        assertThat(add(2)).isEqualTo(count(2, 1));
        assertThat(add(1)).isEqualTo(count(2, 2));
    }

    @Test
    @DisplayName("a window that starts a millisecond later is a different one")
    void precise() {
        applied(call(change("c", 1, from(TODAY))));
        assertThat(applied(call(change("c", 1, from(TODAY.plusMillis(1))))).count())
                .isOne();
        assertThat(applied(call(change("c", 1, from(TODAY)))).count()).isEqualTo(2);
    }

    private static Span from(Instant start) {
        return new Span.Fixed(start, start.plus(DAY));
    }

    @Test
    @DisplayName("a window that is described with another end keeps its present end")
    void otherEnd() {
        add(0);
        Span longer = new Span.Fixed(TODAY, TODAY.plus(DAY.multipliedBy(2)));
        assertThat(applied(call(change("c", 1, longer)))).isEqualTo(count(0, 2));
    }

    @Test
    @DisplayName("E5 December and the next December are different windows")
    void years() {
        Instant december = TODAY.plus(Duration.ofDays(30));
        Instant next = december.plus(Duration.ofDays(365));
        applied(call(change("c", 40, new Span.Fixed(december, december.plus(Duration.ofDays(31))))));
        assertThat(applied(call(change("c", 1, new Span.Fixed(next, next.plus(Duration.ofDays(31))))))
                        .count())
                .isOne();
    }

    @Test
    @DisplayName("a purge removes expired counts that are not to be kept longer, and nothing else")
    void purge() {
        Assumptions.assumeFalse(contract().purgesItself());
        applied(call(change("old", 1, day(-5))));
        applied(call(change("kept", 1, day(-1))));
        applied(call(new CountChange("ever", 1, NONE, day(-50), UnknownSubjects.CREATE, Duration.ZERO)));
        applied(call(change("live", 1, day(0))));
        int removed;
        do {
            removed = store().purge(TODAY, 100);
        } while (removed == 100);
        assertThat(stored("old")).isNull();
        assertThat(stored("kept")).isEqualTo(count(-1, 1));
        assertThat(stored("ever")).isEqualTo(count(-50, 1));
        assertThat(stored("live")).isEqualTo(count(0, 1));
    }

    @Test
    @DisplayName("a purge removes at most as many counts as its limit")
    void purgeLimit() {
        Assumptions.assumeFalse(contract().purgesItself());
        for (int i = 0; i < 5; i++) {
            applied(call(change("old-" + i, 1, day(-400))));
        }
        assertThat(store().purge(TODAY, 2)).isEqualTo(2);
        long left = 0;
        for (int i = 0; i < 5; i++) {
            left += stored("old-" + i) == null ? 0 : 1;
        }
        assertThat(left).isGreaterThanOrEqualTo(3);
    }
}
