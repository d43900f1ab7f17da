package dev.semel.issues;

import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.memory.MemoryStore;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls that did not end properly: leases were renewed forever, callers waited forever, or got the wrong exception. */
@DisplayName("the end of a call")
class EndsOfCallsTest {
    private static final RecordId ID = new RecordId("op", "", "k");

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore memory = MemoryStore.builder().clock(time.clock()).build();
    private final FaultyStore store = FaultyStore.on(memory);

    private Semel.Builder semel() {
        return Semel.builder(store).timekeeper(time).executor(time);
    }

    private static Codec<String> failingWith(Error thrown) {
        return new Codec<>() {
            @Override
            public String mediaType() {
                return "application/x-test";
            }

            @Override
            public byte[] encode(String value) {
                throw thrown;
            }

            @Override
            public String decode(byte[] bytes) {
                return "";
            }
        };
    }

    @Test
    @DisplayName("a codec that threw an Error left the lease renewed forever")
    void codecThrowsAnError() {
        List<Event> events = new ArrayList<>();
        Operation<String> operation = semel().listener(events::add)
                .build()
                .operation("op", failingWith(new NoClassDefFoundError("x/Y")))
                .build();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> operation.once("k", null, () -> "receipt"))
                    .isInstanceOf(ResultNotKeptException.class);
        }
        time.advance(Duration.ofHours(1));
        assertThat(store.count(StoreCall.RENEW)).isZero();
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.FAILED);
        assertThat(events).hasExactlyElementsOfTypes(Event.ResultNotKept.class, Event.Replayed.class);
    }

    @Test
    @DisplayName("a store that threw an Error replaced the work's own exception, and left the joined calls waiting")
    void storeThrowsErrors() {
        Store broken = new DelegatingStore(memory) {
            @Override
            public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
                throw new NoClassDefFoundError("driver");
            }

            @Override
            public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
                throw new NoClassDefFoundError("driver");
            }
        };
        Operation<String> operation = Semel.builder(broken)
                .timekeeper(time)
                .build()
                .operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofSeconds(1)))
                .build();
        IllegalStateException declined = new IllegalStateException("declined");
        assertThat(catchThrowable(() -> operation.once("k", null, () -> {
                    throw declined;
                })))
                .isSameAs(declined)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
        assertThatThrownBy(() -> operation.once("k2", null, () -> "receipt")).isInstanceOf(NotRecordedException.class);
    }

    @Test
    @DisplayName("work and release that threw the same exception became an IllegalArgumentException")
    void sameExceptionTwice() {
        StoreException down = new StoreException("down", null);
        FaultyStore broken = FaultyStore.on(MemoryStore.create());
        broken.next(StoreCall.RELEASE, Fault.error(down), Fault.error(down), Fault.error(down));
        Operation<String> operation =
                Semel.on(broken).operation("op", Codec.text()).build();
        assertThat(catchThrowable(() -> operation.once("k", null, () -> {
                    throw down;
                })))
                .isSameAs(down);
    }

    @Test
    @DisplayName("an exception whose getMessage throws left the lease renewed forever")
    void messageThrows() {
        Operation<String> operation = semel().build()
                .operation("op", Codec.text())
                .afterFailure(replayFailures())
                .build();
        assertThatThrownBy(() -> operation.once("k", null, () -> {
                    throw new LazyMessage();
                }))
                .isInstanceOf(LazyMessage.class);
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.FAILED);
    }

    private static final class LazyMessage extends RuntimeException {
        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return "lazy";
        }
    }

    @Test
    @DisplayName("the Error of a listener reached the caller, and left the lease renewed forever")
    void listenerThrowsAnError() {
        Operation<String> operation = semel().listener(event -> {
                    throw new ServiceConfigurationError("meters");
                })
                .build()
                .operation("op", Codec.text())
                .build();
        store.next(StoreCall.CLAIM, Fault.lostRequest());
        CompletableFuture<Outcome<String>> call =
                operation.attemptAsync("k", null, context -> CompletableFuture.completedFuture("receipt"));
        time.advance(Duration.ofSeconds(1));
        assertThat(call.join().orThrow()).isEqualTo("receipt");
    }

    @Test
    @DisplayName("a timekeeper that failed once stopped the renewals of all later calls")
    void timekeeperFailsOnce() {
        AtomicBoolean failing = new AtomicBoolean(true);
        Timekeeper once = new Timekeeper() {
            @Override
            public long nanoTime() {
                return time.nanoTime();
            }

            @Override
            public Runnable after(Duration delay, Runnable task) {
                if (failing.getAndSet(false)) {
                    throw new OutOfMemoryError("no thread");
                }
                return time.after(delay, task);
            }

            @Override
            public void inBackground(Runnable task) {
                time.inBackground(task);
            }
        };
        Operation<String> operation = Semel.builder(store)
                .timekeeper(once)
                .executor(time)
                .build()
                .operation("op", Codec.text())
                .build();
        assertThatThrownBy(() -> operation.once("other", null, () -> "never")).isInstanceOf(OutOfMemoryError.class);
        operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMinutes(5));
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    @DisplayName("null instead of work was stored as a failure of the operation")
    void nullWork() {
        Operation<String> operation = semel().build()
                .operation("op", Codec.text())
                .afterFailure(replayFailures())
                .build();
        assertThatThrownBy(() -> operation.once("k", null, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> operation.attemptAsync("k", null, null)).isInstanceOf(NullPointerException.class);
        assertThat(store.calls()).isZero();
    }

    @Test
    @DisplayName(
            "a waiter that knew of a running owner ran concurrently, unprotected, when the store became unavailable")
    void unprotectedBesideARunningOwner() {
        Operation<String> owner = semel().build().operation("op", Codec.text()).build();
        owner.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        AtomicInteger runs = new AtomicInteger();
        Operation<String> waiter = semel().build()
                .operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofSeconds(5)))
                .withoutStore(runUnprotected())
                .build();
        CompletableFuture<Outcome<String>> call = waiter.attemptAsync("k", null, context -> {
            runs.incrementAndGet();
            return CompletableFuture.completedFuture("x");
        });
        time.advance(Duration.ofMillis(50));
        store.next(StoreCall.CLAIM, Fault.lostRequest(), Fault.lostRequest(), Fault.lostRequest());
        time.advance(Duration.ofSeconds(1));
        assertThat(call).isCompletedExceptionally();
        assertThat(runs).hasValue(0);
    }

    @Test
    @DisplayName("callers that had joined a call with a stuck executor waited although the record was settled")
    void stuckPoller() throws Exception {
        CompletableFuture<String> result = new CompletableFuture<>();
        semel().build().operation("op", Codec.text()).build().attemptAsync("k", null, context -> result);
        time.advance(Duration.ofMillis(1));
        AtomicReference<Executor> executor = new AtomicReference<>(time);
        Operation<String> operation = Semel.builder(store)
                .timekeeper(time)
                .executor(task -> executor.get().execute(task))
                .build()
                .operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofMinutes(1)))
                .build();
        operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        executor.set(task -> {}); // accepts tasks and never runs them
        time.advance(Duration.ofSeconds(1));
        executor.set(time);
        CompletableFuture<Outcome<String>> joined =
                operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        result.complete("receipt");
        time.advance(Duration.ofSeconds(5));
        assertThat(joined.get(0, TimeUnit.SECONDS).orThrow()).isEqualTo("receipt");
    }

    @Test
    @DisplayName("a waiter continued to wait after its Semel was closed")
    void closedWhileWaiting() {
        Semel closing = semel().build();
        Operation<String> operation = closing.operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofMinutes(1)))
                .build();
        operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> waiter =
                operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        closing.close();
        time.advance(Duration.ofMillis(1));
        assertThat(waiter).isCompletedExceptionally();
    }

    @Test
    @DisplayName("a long wait left a callback for each of its pauses")
    void callbacksPileUp() {
        CompletableFuture<String> result = new CompletableFuture<>();
        Operation<String> operation = semel().build()
                .operation("op", Codec.text())
                .lease(Duration.ofSeconds(1))
                .whileRunning(waitUpTo(Duration.ofHours(1)))
                .build();
        operation.attemptAsync("k", null, context -> result);
        time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> waiter =
                operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMinutes(10));
        result.complete("receipt");
        time.advance(Duration.ofMillis(10));
        assertThat(waiter.join().orThrow()).isEqualTo("receipt");
    }
}
