package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class OnceCases extends CountCases {
    OnceCases(CounterStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("E3 counts once, and a second call gets the first answer")
    void once() {
        assertThat(store().apply(once("k", change("c", 3, day(0)))))
                .isEqualTo(new CountResult.Applied(List.of(count(0, 3)), false));
        add(0, 10);
        assertThat(store().apply(once("k", change("c", 3, day(0)))))
                .isEqualTo(new CountResult.Applied(List.of(count(0, 3)), true));
        assertThat(stored()).isEqualTo(count(0, 13));
    }

    @Test
    @DisplayName("E3 counts once also across the turn of a window")
    void acrossTheTurn() {
        applied(once("k", change("c", 3, day(0))));
        assertThat(applied(once("k", change("c", 3, day(1))))).isEqualTo(count(0, 3));
        add(1);
        assertThat(applied(once("k", change("c", 3, day(1))))).isEqualTo(count(0, 3));
        assertThat(stored()).isEqualTo(count(1, 1));
    }

    @Test
    @DisplayName("E3 recognises the same call when it is sent again")
    void sentAgain() {
        CountCall call = once("k", change("c", 3, day(0)));
        applied(call);
        assertThat(applied(call)).isEqualTo(count(0, 3));
        assertThat(stored()).isEqualTo(count(0, 3));
    }

    @Test
    @DisplayName("E3 counts another key, counter or subject separately")
    void others() {
        applied(once("k", change("c", 1, day(0))));
        assertThat(applied(once("l", change("c", 1, day(0))))).isEqualTo(count(0, 2));
        assertThat(applied(once("k", change("d", 1, day(0))))).isEqualTo(count(0, 1));
        CountCall.Once once = new CountCall.Once("k", TODAY, DAY);
        CountCall other = new CountCall("other-" + subject(), List.of(change("c", 1, day(0))), nonce(), once);
        assertThat(store().apply(other)).isEqualTo(new CountResult.Applied(List.of(count(0, 1)), false));
    }

    @Test
    @DisplayName("E3 counts again when the key is no longer remembered")
    void forgotten() {
        Assumptions.assumeFalse(contract().purgesItself());
        applied(at(0));
        assertThat(applied(at(DAY.toMillis()))).isEqualTo(count(0, 2));
        assertThat(applied(at(DAY.toMillis() + 1))).isEqualTo(count(0, 2));
    }

    @Test
    @DisplayName("E3 remembers a key from its latest use, and a use by a slow clock does not shorten that")
    void renewed() {
        long day = DAY.toMillis();
        applied(at(0));
        assertThat(applied(at(day - 1))).isEqualTo(count(0, 1));
        assertThat(applied(at(2 * day - 2))).isEqualTo(count(0, 1));
        assertThat(applied(at(1))).isEqualTo(count(0, 1));
        assertThat(applied(at(3 * day - 3))).isEqualTo(count(0, 1));
        assertThat(stored()).isEqualTo(count(0, 1));
    }

    private CountCall at(long millis) {
        CountCall.Once once = new CountCall.Once("k", TODAY.plusMillis(millis), DAY);
        return new CountCall(subject(), List.of(change("c", 1, day(0))), nonce(), once);
    }

    @Test
    @DisplayName("E3 does not remember a key whose call was refused")
    void refusedIsNotRemembered() {
        add(0, 3);
        refused(once("k", change("c", 1, 3, day(0))));
        assertThat(applied(once("k", change("c", 1, 4, day(0))))).isEqualTo(count(0, 4));
    }

    @Test
    @DisplayName("E3 recognises a known key also when the limit has been reached")
    void knownBeforeLimit() {
        applied(once("k", change("c", 3, 3, day(0))));
        assertThat(applied(once("k", change("c", 3, 3, day(0))))).isEqualTo(count(0, 3));
    }

    @Test
    @DisplayName("E3 counts several counters together once")
    void together() {
        CountCall call = once("k", change("a", 1, day(0)), change("b", 2, day(0)));
        assertThat(allApplied(call)).containsExactly(count(0, 1), count(0, 2));
        assertThat(allApplied(once("k", change("a", 1, day(1)), change("b", 2, day(1)))))
                .containsExactly(count(0, 1), count(0, 2));
        assertThat(stored("b")).isEqualTo(count(0, 2));
    }
}
