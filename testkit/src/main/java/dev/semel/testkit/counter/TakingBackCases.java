package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class TakingBackCases extends CountCases {
    private static final int WRITERS = 8;
    private static final int ROUNDS = 3;

    TakingBackCases(CounterStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("E3 what was counted under a key is gone, and the key counts anew, once")
    void gone() {
        applied(once("k", change("c", 3, day(0))));
        add(0, 10);
        store().takeBack(once("k", change("c", 3, day(0))));
        assertThat(stored()).isEqualTo(count(0, 10));
        assertThat(store().apply(once("k", change("c", 3, day(0)))))
                .isEqualTo(new CountResult.Applied(List.of(count(0, 13)), false));
        assertThat(applied(once("k", change("c", 3, day(0))))).isEqualTo(count(0, 13));
    }

    @Test
    @DisplayName("E3 a second time, or under a key that nobody has counted under, nothing happens")
    void nothing() {
        add(0, 10);
        applied(once("k", change("c", 3, day(0))));
        store().takeBack(once("l", change("c", 3, day(0))));
        CountCall.Once key = new CountCall.Once("k", TODAY, DAY);
        store().takeBack(new CountCall("other-" + subject(), List.of(change("c", 3, day(0))), nonce(), key));
        assertThat(stored()).isEqualTo(count(0, 13));
        CountCall back = once("k", change("c", 3, day(0)));
        store().takeBack(back);
        store().takeBack(back);
        store().takeBack(once("k", change("c", 3, day(0))));
        assertThat(stored()).isEqualTo(count(0, 10));
    }

    @Test
    @DisplayName("E3 a window that has begun since is left alone, and the key is free")
    void turned() {
        applied(once("k", change("c", 3, day(0))));
        add(1, 5);
        store().takeBack(once("k", change("c", 3, day(1))));
        assertThat(stored()).isEqualTo(count(1, 5));
        assertThat(applied(once("k", change("c", 3, day(1))))).isEqualTo(count(1, 8));
    }

    @Test
    @DisplayName("E3 several counters give back together, each in its window")
    void several() {
        allApplied(once("k", change("minute", 1, day(0)), change("month", 2, day(-10))));
        applied(call(change("minute", 7, day(1))));
        store().takeBack(once("k", change("minute", 1, day(1)), change("month", 2, day(-10))));
        assertThat(stored("minute")).isEqualTo(count(1, 7));
        assertThat(stored("month")).isEqualTo(count(-10, 0));
    }

    @Test
    @DisplayName("E3 a key that is no longer remembered gives nothing back")
    void forgotten() {
        Assumptions.assumeFalse(contract().purgesItself());
        applied(once("k", change("c", 3, day(0))));
        CountCall.Once late = new CountCall.Once("k", TODAY.plus(DAY), DAY);
        store().takeBack(new CountCall(subject(), List.of(change("c", 3, day(0))), nonce(), late));
        assertThat(stored()).isEqualTo(count(0, 3));
    }

    @Test
    @DisplayName("E4 there is room again for another")
    void room() {
        applied(once("k", change("c", 1, 1, day(0))));
        refused(once("l", change("c", 1, 1, day(0))));
        store().takeBack(once("k", change("c", 1, 1, day(0))));
        assertThat(applied(once("l", change("c", 1, 1, day(0))))).isEqualTo(count(0, 1));
    }

    @Test
    @DisplayName("E3 a reply that is lost does no harm")
    void lostReply() {
        Counters counters = Counters.on(new LosingReplies(store(), 2)).clock(() -> TODAY);
        Counter daily = counters.counter("c", Window.day(ZoneOffset.UTC)).build();
        applied(once("k", change("c", 3, day(0))));
        counters.together(subject()).add(daily, 3).once("k", DAY).takeBack();
        assertThat(stored()).isEqualTo(count(0, 0));
    }

    @Test
    @DisplayName(
            "E1 E3 many who count and take back, under their own keys and one that they share, beside others who add: nothing is lost")
    void raced() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                all.add(pool.submit(() -> number % 2 == 0 ? adding() : takingBack(number)));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a writer failed", e.getCause());
        } finally {
            pool.shutdownNow();
        }
        store().takeBack(once("shared", change("c", 100, day(0))));
        assertThat(stored()).isEqualTo(count(0, WRITERS / 2 * ROUNDS));
    }

    private boolean adding() {
        for (int i = 0; i < ROUNDS; i++) {
            add(0);
        }
        return true;
    }

    private boolean takingBack(int number) {
        for (int i = 0; i < ROUNDS; i++) {
            CountCall mine = once("k-" + number + "-" + i, change("c", 1_000, day(0)));
            applied(mine);
            applied(once("shared", change("c", 100, day(0))));
            store().takeBack(mine);
            store().takeBack(once("shared", change("c", 100, day(0))));
        }
        return true;
    }
}
