package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.counter.CountOverflowException;
import dev.semel.counter.CountTogether;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Quota;
import dev.semel.counter.Tally;
import dev.semel.counter.UnknownSubjectException;
import dev.semel.counter.Window;
import dev.semel.counter.store.CounterStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class CounterCases extends CountCases {
    private final AtomicReference<Instant> now = new AtomicReference<>(TODAY);

    CounterCases(CounterStoreContract contract) {
        super(contract);
    }

    private Counters counters() {
        return counters(store());
    }

    private Counters counters(CounterStore on) {
        return Counters.on(on).clock(now::get);
    }

    private Counter daily() {
        return counters().counter("daily", Window.day(ZoneOffset.UTC)).build();
    }

    @Test
    @DisplayName("an answer has the count, the window's name and the time of its reset")
    void answer() {
        String today = TODAY.toString().substring(0, 10);
        assertThat(daily().add(subject())).isEqualTo(new Tally("daily", 1, today, TODAY.plus(DAY)));
        assertThat(daily().current(subject())).isEqualTo(new Tally("daily", 1, today, TODAY.plus(DAY)));
        now.set(TODAY.plus(DAY));
        assertThat(daily().current(subject()).count()).isZero();
        assertThat(daily().add(subject(), 4).count()).isEqualTo(4);
    }

    @Test
    @DisplayName("E4 a quota returns the remaining amount")
    void quota() {
        Quota first = daily().tryAdd(subject(), 2, 3);
        assertThat(first.granted()).isTrue();
        assertThat(first.remaining()).isOne();
        Quota second = daily().tryAdd(subject(), 2, 3);
        assertThat(second.granted()).isFalse();
        assertThat(second.tally().count()).isEqualTo(2);
        assertThat(second.tally().resetsAt()).isEqualTo(TODAY.plus(DAY));
    }

    @Test
    @DisplayName("E6 negative, zero and overflowing amounts are refused with a clear message")
    void amounts() {
        assertThatThrownBy(() -> daily().add(subject(), 0)).hasMessageContaining("amount is 0");
        assertThatThrownBy(() -> daily().add(subject(), -1)).hasMessageContaining("at least 1");
        daily().add(subject(), Long.MAX_VALUE);
        assertThatThrownBy(() -> daily().add(subject())).isInstanceOf(CountOverflowException.class);
    }

    @Test
    @DisplayName("E6 unknown subjects are refused until they are registered, if the policy says so")
    void registered() {
        Counter known = counters()
                .counter("known", Window.month(ZoneOffset.UTC))
                .refuseUnknownSubjects()
                .build();
        assertThatThrownBy(() -> known.add(subject())).isInstanceOf(UnknownSubjectException.class);
        assertThatThrownBy(() -> known.current(subject())).isInstanceOf(UnknownSubjectException.class);
        assertThatThrownBy(() -> known.addOnce(subject(), 1, "k")).isInstanceOf(UnknownSubjectException.class);
        known.register(subject());
        assertThat(known.current(subject()).count()).isZero();
        assertThat(known.add(subject()).count()).isOne();
        known.register(subject());
        assertThat(known.current(subject()).count()).isOne();
    }

    @Test
    @DisplayName("E3 an increment whose reply was lost counts once under its key")
    void lostReply() {
        LosingReplies losing = new LosingReplies(store(), 2);
        Counter counter =
                counters(losing).counter("daily", Window.day(ZoneOffset.UTC)).build();
        assertThat(counter.addOnce(subject(), 5, "k").count()).isEqualTo(5);
        assertThat(daily().current(subject()).count()).isEqualTo(5);
    }

    @Test
    @DisplayName("an increment without a key is never retried automatically")
    void lostReplyWithoutKey() {
        LosingReplies losing = new LosingReplies(store(), 1);
        Counter counter =
                counters(losing).counter("daily", Window.day(ZoneOffset.UTC)).build();
        assertThatThrownBy(() -> counter.add(subject(), 5))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unknown");
        assertThat(daily().current(subject()).count()).isEqualTo(5);
    }

    @Test
    @DisplayName("limits of a minute and of a month are taken together or not at all")
    void together() {
        Counter minute =
                counters().counter("minute", Window.minute(ZoneOffset.UTC)).build();
        Counter month =
                counters().counter("month", Window.month(ZoneOffset.UTC)).build();
        for (int i = 0; i < 2; i++) {
            assertThat(take(minute, month).granted()).isTrue();
        }
        CountTogether.Result refused = take(minute, month);
        assertThat(refused.refusedBy().orElseThrow().tally().counter()).isEqualTo("minute");
        assertThat(month.current(subject()).count()).isEqualTo(2);
        now.set(TODAY.plus(Duration.ofMinutes(1)));
        assertThat(take(minute, month).quotas().get(1).remaining()).isEqualTo(7);
    }

    @Test
    @DisplayName("E3 E4 limits that are taken together under a key count once if replies are lost")
    void togetherOnce() {
        Counters losing = counters(new LosingReplies(store(), 2));
        Counter minute = losing.counter("minute", Window.minute(ZoneOffset.UTC)).build();
        Counter month = losing.counter("month", Window.month(ZoneOffset.UTC)).build();
        for (int i = 0; i < 2; i++) {
            assertThat(losing.together(subject())
                            .tryAdd(minute, 1, 1)
                            .tryAdd(month, 1, 10)
                            .once("k", DAY)
                            .apply()
                            .granted())
                    .isTrue();
        }
        assertThat(month.current(subject()).count()).isOne();
    }

    private CountTogether.Result take(Counter minute, Counter month) {
        return counters()
                .together(subject())
                .tryAdd(minute, 1, 2)
                .tryAdd(month, 1, 10)
                .apply();
    }

    @Test
    @DisplayName("threads that share writes each get a separate count, and no more than the limit are granted")
    void shared() throws Exception {
        Counter counter = daily();
        ExecutorService pool = Executors.newFixedThreadPool(32);
        Set<Long> counts = new TreeSet<>();
        try {
            List<Future<Quota>> all = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                all.add(pool.submit(() -> counter.tryAdd(subject(), 1, 300)));
            }
            for (Future<Quota> each : all) {
                if (each.get().granted()) {
                    assertThat(counts.add(each.get().tally().count())).isTrue();
                }
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a thread failed", e.getCause());
        } finally {
            pool.shutdownNow();
        }
        assertThat(counts).hasSize(300).contains(1L, 300L);
        assertThat(counter.current(subject()).count()).isEqualTo(300);
    }
}
