package dev.semel.engine;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Operation;
import dev.semel.RecordState;
import dev.semel.WaitInterruptedException;
import dev.semel.store.StoredRecord;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("an interrupt")
class InterruptTest {
    private final Bench bench = new Bench();
    private Runnable inTheFirstPause = () -> Thread.currentThread().interrupt();

    private final DrivenTime interrupting = new DrivenTime(bench.time) {
        @Override
        public void await(CompletableFuture<?> until, Duration atMost) throws InterruptedException {
            Runnable task = inTheFirstPause;
            inTheFirstPause = () -> {};
            task.run();
            super.await(until, atMost);
        }
    };
    private final Operation<String> operation = Bench.operation(bench.semel().timekeeper(interrupting))
            .whileRunning(waitUpTo(Duration.ofMinutes(5)))
            .build();

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    @DisplayName("A17 while the settlement is repeated is deferred until the result is stored")
    void duringTheSettlement() {
        bench.store.next(StoreCall.SETTLE, Fault.lostRequest(), Fault.lostRequest(), Fault.lostRequest());
        assertThat(operation.once("k", null, () -> "receipt")).isEqualTo("receipt");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bench.state()).isEqualTo(RecordState.COMPLETED);
        assertThat(bench.store.count(StoreCall.SETTLE)).isEqualTo(4);
    }

    @Test
    @DisplayName("A17 during the work is deferred too if the settlement has to be repeated")
    void duringTheWork() {
        inTheFirstPause = () -> {};
        bench.store.next(StoreCall.SETTLE, Fault.lostRequest());
        long before = bench.time.nanoTime();
        assertThat(operation.once("k", null, () -> {
                    Thread.currentThread().interrupt();
                    return "receipt";
                }))
                .isEqualTo("receipt");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bench.time.nanoTime() - before)
                .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
    }

    @Test
    @DisplayName("A17 while a release is repeated leaves the caller the work's own exception, and the record free")
    void duringTheRelease() {
        bench.store.next(StoreCall.RELEASE, Fault.lostRequest());
        IOException declined = new IOException("declined");
        assertThat(catchThrowable(() -> operation.once("k", null, () -> {
                    throw declined;
                })))
                .isSameAs(declined);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bench.state()).isEqualTo(RecordState.RELEASED);
    }

    @Test
    @DisplayName("A17 during a wait ends it, keeps the thread's flag, and leaves the record unchanged")
    void duringAWait() {
        bench.operation().build().attemptAsync("k", null, context -> new CompletableFuture<>());
        bench.time.advance(Duration.ofMillis(1));
        StoredRecord before = bench.record();
        assertThatThrownBy(() -> operation.once("k", null, () -> "never")).isInstanceOf(WaitInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        StoredRecord after = bench.record();
        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.leaseEnd()).isEqualTo(before.leaseEnd());
        assertThat(after.state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(bench.store.count(StoreCall.RELEASE)).isZero();
    }

    @Test
    @DisplayName("A17 of the polling call lets one of its waiters poll immediately")
    void ofTheOneThatPolls() {
        bench.operation().build().attemptAsync("k", null, context -> new CompletableFuture<>());
        bench.time.advance(Duration.ofMillis(1));
        inTheFirstPause = () -> {
            operation.attemptAsync("k", null, context -> new CompletableFuture<>());
            bench.time.advance(Duration.ofMillis(1));
            Thread.currentThread().interrupt();
        };
        assertThatThrownBy(() -> operation.once("k", null, () -> "never")).isInstanceOf(WaitInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        int claims = bench.store.count(StoreCall.CLAIM);
        bench.time.advance(Duration.ofMillis(1));
        assertThat(bench.store.count(StoreCall.CLAIM)).isEqualTo(claims + 1);
    }
}
