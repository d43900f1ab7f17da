package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import java.time.Duration;
import java.time.Instant;
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
    @DisplayName("E3 removes the amount that was counted under a key, and the key counts once again")
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
    @DisplayName("E3 does nothing the second time, or under an unused key")
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
    @DisplayName("E3 leaves a window unchanged that has begun since, and frees the key")
    void turned() {
        applied(once("k", change("c", 3, day(0))));
        add(1, 5);
        store().takeBack(once("k", change("c", 3, day(1))));
        assertThat(stored()).isEqualTo(count(1, 5));
        assertThat(applied(once("k", change("c", 3, day(1))))).isEqualTo(count(1, 8));
    }

    @Test
    @DisplayName("E3 takes several counters back together, each in its window")
    void several() {
        allApplied(once("k", change("minute", 1, day(0)), change("month", 2, day(-10))));
        applied(call(change("minute", 7, day(1))));
        store().takeBack(once("k", change("minute", 1, day(1)), change("month", 2, day(-10))));
        assertThat(stored("minute")).isEqualTo(count(1, 7));
        assertThat(stored("month")).isEqualTo(count(-10, 0));
    }

    @Test
    @DisplayName("E3 does nothing under a key that is no longer remembered")
    void forgotten() {
        Assumptions.assumeFalse(contract().purgesItself());
        applied(once("k", change("c", 3, day(0))));
        CountCall.Once late = new CountCall.Once("k", TODAY.plus(DAY), DAY);
        store().takeBack(new CountCall(subject(), List.of(change("c", 3, day(0))), nonce(), late));
        assertThat(stored()).isEqualTo(count(0, 3));
    }

    @Test
    @DisplayName("E4 makes room for another call")
    void room() {
        applied(once("k", change("c", 1, 1, day(0))));
        refused(once("l", change("c", 1, 1, day(0))));
        store().takeBack(once("k", change("c", 1, 1, day(0))));
        assertThat(applied(once("l", change("c", 1, 1, day(0))))).isEqualTo(count(0, 1));
    }

    @Test
    @DisplayName(
            "E8 never takes a count below zero, and the subject continues to count, alone, with a limit and with others")
    void neverBelowZero() {
        applied(once("k", change("c", 3, day(0))));
        store().takeBack(once("k", change("c", 5, day(0))));
        store().takeBack(once("k", change("c", 5, day(0))));
        assertThat(stored()).isEqualTo(count(0, 0));
        assertThat(applied(call(change("c", 1, 2, day(0))))).isEqualTo(count(0, 1));
        assertThat(allApplied(call(change("c", 1, 2, day(0)), change("d", 1, day(0))))
                        .get(0))
                .isEqualTo(count(0, 2));
        refused(call(change("c", 1, 2, day(0))));
    }

    @Test
    @DisplayName("E8 takes back each of several counts as far as possible")
    void eachAsFarAsItGoes() {
        add(0, 10);
        allApplied(once("k", change("c", 3, day(0)), change("d", 3, day(0))));
        store().takeBack(once("k", change("c", 5, day(0)), change("d", 5, day(0))));
        assertThat(stored("c")).isEqualTo(count(0, 8));
        assertThat(stored("d")).isEqualTo(count(0, 0));
    }

    @Test
    @DisplayName("E8 does not take a count below zero that was purged and counted again meanwhile")
    void countedAgain() {
        Assumptions.assumeFalse(contract().purgesItself());
        CountCall call = countedAndPurged();
        add(0);
        store().takeBack(call);
        assertThat(stored()).isEqualTo(count(0, 0));
    }

    @Test
    @DisplayName("E8 does not recreate a count that is gone")
    void goneMeanwhile() {
        Assumptions.assumeFalse(contract().purgesItself());
        store().takeBack(countedAndPurged());
        assertThat(stored("c")).isNull();
    }

    /** Returns a call whose key is remembered for longer than its count, after the count was purged. */
    private CountCall countedAndPurged() {
        CountChange brief =
                new CountChange("c", 3, NONE, day(0), CountChange.UnknownSubjects.CREATE, Duration.ofMillis(1));
        CountCall.Once key = new CountCall.Once("k", TODAY, DAY.multipliedBy(5));
        CountCall call = new CountCall(subject(), List.of(brief), nonce(), key);
        applied(call);
        for (int i = 0; i < 100 && stored("c") != null; i++) {
            store().purge(TODAY.plus(DAY.multipliedBy(2)), 1_000);
        }
        assertThat(stored("c")).as("the purged count").isNull();
        return call;
    }

    @Test
    @DisplayName("E8 is exact for the largest amounts")
    void largest() {
        long large = (1L << 53) + 1;
        add(0, large);
        applied(once("k", change("c", large + 2, day(0))));
        store().takeBack(once("k", change("c", large + 2, day(0))));
        assertThat(stored()).isEqualTo(count(0, large));
        applied(once("k", change("c", NONE - large, day(0))));
        assertThat(stored()).isEqualTo(count(0, NONE));
        store().takeBack(once("k", change("c", NONE, day(0))));
        assertThat(stored()).isEqualTo(count(0, 0));
    }

    @Test
    @DisplayName("E8 makes room under a limit that is below the count only when the count is below the limit")
    void limitBelowTheCount() {
        add(0, 5);
        applied(once("k", change("c", 3, day(0))));
        refused(call(change("c", 1, 6, day(0))));
        store().takeBack(once("k", change("c", 3, day(0))));
        refused(call(change("c", 1, 5, day(0))));
        assertThat(applied(call(change("c", 1, 6, day(0))))).isEqualTo(count(0, 6));
    }

    @Test
    @DisplayName(
            "E8 takes back from a session while it lasts, keeps its end, and leaves a session unchanged that began since")
    void sessions() {
        applied(once("k", change("c", 3, hit(0))));
        applied(once("l", change("c", 1, hit(20))));
        store().takeBack(once("k", change("c", 9, hit(20))));
        assertThat(stored()).isEqualTo(new StoredCount(minute(0), minute(50), 0));
        applied(call(change("c", 1, hit(60))));
        store().takeBack(once("l", change("c", 1, hit(60))));
        assertThat(stored()).isEqualTo(new StoredCount(minute(60), minute(90), 1));
    }

    private static Instant minute(int minute) {
        return TODAY.plus(Duration.ofMinutes(minute));
    }

    private static Span hit(int minute) {
        return new Span.Session(minute(minute), Duration.ofMinutes(30), Duration.ofMinutes(100));
    }

    @Test
    @DisplayName("E3 is retried after a lost reply")
    void lostReply() {
        Counters counters = Counters.on(new LosingReplies(store(), 2)).clock(() -> TODAY);
        Counter daily = counters.counter("c", Window.day(ZoneOffset.UTC)).build();
        applied(once("k", change("c", 3, day(0))));
        counters.together(subject()).add(daily, 3).once("k", DAY).takeBack();
        assertThat(stored()).isEqualTo(count(0, 0));
    }

    @Test
    @DisplayName(
            "E1 E3 loses nothing when many writers count and take back, under separate keys and a shared one, while others add")
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
