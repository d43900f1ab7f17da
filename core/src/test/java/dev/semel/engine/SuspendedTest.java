package dev.semel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.Event;
import dev.semel.LeaseLostException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** While a machine is suspended its monotonic clock stands still, and the store's clock and the time of day continue. */
@DisplayName("a lease on a machine that was suspended")
class SuspendedTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private Duration asleep = Duration.ZERO;
    private final DrivenTime machine = new DrivenTime(time) {
        @Override
        public long currentTimeMillis() {
            return super.currentTimeMillis() + asleep.toMillis();
        }
    };
    private final InstantSource clock = () -> time.clock().instant().plus(asleep);
    private final MemoryStore memory = MemoryStore.builder().clock(clock).build();
    private final FaultyStore store = FaultyStore.on(memory);
    private final List<Event> events = new ArrayList<>();
    private final CompletableFuture<String> result = new CompletableFuture<>();
    private final AtomicReference<Context> context = new AtomicReference<>();
    private CompletableFuture<Outcome<String>> call;

    @BeforeEach
    void start() {
        Operation<String> operation = Semel.builder(store)
                .timekeeper(machine)
                .executor(time)
                .listener(events::add)
                .build()
                .operation("op", Codec.text())
                .lease(LEASE)
                .build();
        call = operation.attemptAsync("k", null, given -> {
            context.set(given);
            return result;
        });
        time.advance(Duration.ofMillis(1));
    }

    private String runElsewhere() {
        return Semel.on(memory).operation("op", Codec.text()).build().once("k", null, () -> "second");
    }

    @Test
    @DisplayName("A28 has ended when it wakes up after the lease, before any renewal could detect it")
    void wakesUpAfterTheLease() {
        assertThat(context.get().stillOwner()).isTrue();
        asleep = LEASE.plusMillis(1);
        assertThat(context.get().stillOwner()).isFalse();
        assertThat(context.get().timeLeft()).isZero();
    }

    @Test
    @DisplayName("A28 has only the remaining time when it wakes up within the lease")
    void wakesUpWithinTheLease() {
        asleep = LEASE.minusSeconds(10);
        assertThat(context.get().stillOwner()).isTrue();
        assertThat(context.get().timeLeft()).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("A28 is renewed after the machine woke up if there is no other owner")
    void renewed() {
        asleep = LEASE.multipliedBy(2);
        int renewals = store.count(StoreCall.RENEW);
        time.advance(LEASE.dividedBy(6));
        assertThat(store.count(StoreCall.RENEW)).isGreaterThan(renewals);
        assertThat(context.get().stillOwner()).isTrue();
        result.complete("first");
        time.advance(Duration.ofMillis(1));
        assertThat(call.join().orThrow()).isEqualTo("first");
    }

    @Test
    @DisplayName("A28 stays lost if another owner took over in the meantime")
    void takenOver() {
        asleep = LEASE.multipliedBy(2);
        assertThat(runElsewhere()).isEqualTo("second");
        assertThat(context.get().stillOwner()).isFalse();
        time.advance(LEASE);
        assertThat(context.get().stillOwner()).isFalse();
        result.complete("first");
        time.advance(Duration.ofMillis(1));
        assertThat(call.handle((outcome, thrown) -> thrown).join()).isInstanceOf(LeaseLostException.class);
        assertThat(events).hasAtLeastOneElementOfType(Event.LeaseLost.class);
    }

    @Test
    @DisplayName("A28 does not last longer because the time of day is set back")
    void setBack() {
        Duration step = LEASE.dividedBy(100);
        asleep = LEASE.negated();
        long before = time.nanoTime();
        store.next(
                StoreCall.RENEW,
                Stream.generate(Fault::lostRequest).limit(1_000).toArray(Fault[]::new));
        while (context.get().stillOwner()) {
            time.advance(step);
        }
        assertThat(Duration.ofNanos(time.nanoTime() - before)).isBetween(LEASE.minus(step), LEASE.plus(step));
    }
}
