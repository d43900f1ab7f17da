package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CounterId;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class AddingCases extends CountCases {
    AddingCases(CounterStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("the first amount is the count, in its window")
    void first() {
        assertThat(add(0, 7)).isEqualTo(count(0, 7));
        assertThat(stored()).isEqualTo(count(0, 7));
    }

    @Test
    @DisplayName("amounts are added")
    void more() {
        add(0, 7);
        assertThat(add(0, 5)).isEqualTo(count(0, 12));
        assertThat(add(0)).isEqualTo(count(0, 13));
    }

    @Test
    @DisplayName("a counter has no count before its first increment")
    void nothing() {
        assertThat(stored("c")).isNull();
    }

    @Test
    @DisplayName("another node sees and continues the count")
    void anotherNode() {
        add(0, 3);
        CountCall call = call(change("c", 1, day(0)));
        contract().anotherNode().apply(call);
        assertThat(stored()).isEqualTo(count(0, 4));
    }

    @Test
    @DisplayName("counters and subjects are independent, however their names are split")
    void independent() {
        applied(call(change("a", 1, day(0))));
        applied(call(change("ab", 2, day(0))));
        store().apply(new CountCall("b" + subject(), List.of(change("a", 4, day(0))), nonce(), null));
        assertThat(stored("a")).isEqualTo(count(0, 1));
        assertThat(stored("ab")).isEqualTo(count(0, 2));
        assertThat(store().find(new CounterId("a", "b" + subject()))).contains(count(0, 4));
    }

    @Test
    @DisplayName("a subject can be 255 bytes of any script")
    void subjects() {
        for (String subject : List.of("x".repeat(240), "клиент-7", "客户\uD83D\uDE00", "a b'c\"d\\e{f}:%_?")) {
            String mine = subject + "-" + contract().run();
            store().apply(new CountCall(mine, List.of(change("c", 2, day(0))), nonce(), null));
            assertThat(store().find(new CounterId("c", mine))).contains(count(0, 2));
        }
    }

    @Test
    @DisplayName("subjects differ by case and by trailing spaces")
    void similarSubjects() {
        for (String subject : List.of("Key", "key", "key ", "kéy", "key\u0301")) {
            String mine = contract().run() + subject;
            store().apply(new CountCall(mine, List.of(change("c", 1, day(0))), nonce(), null));
            assertThat(store().find(new CounterId("c", mine))).contains(count(0, 1));
        }
    }

    @Test
    @DisplayName("E6 a count stops at the largest number")
    void overflow() {
        assertThat(add(0, Long.MAX_VALUE - 1)).isEqualTo(count(0, Long.MAX_VALUE - 1));
        assertThat(refused(call(change("c", 2, day(0)))).counts()).containsExactly(count(0, Long.MAX_VALUE - 1));
        assertThat(add(0, 1)).isEqualTo(count(0, Long.MAX_VALUE));
        refused(call(change("c", Long.MAX_VALUE, day(0))));
        assertThat(stored()).isEqualTo(count(0, Long.MAX_VALUE));
    }

    @Test
    @DisplayName("a large count keeps every digit")
    void digits() {
        add(0, (1L << 53) + 1);
        assertThat(add(0, 2)).isEqualTo(count(0, (1L << 53) + 3));
        assertThat(stored()).isEqualTo(count(0, (1L << 53) + 3));
    }
}
