package dev.semel.issues;

import static dev.semel.policy.Policies.hold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("an Error in the timer, such as when memory is short for a moment,")
class TimerFailsTest {
    private static final RecordId ID = new RecordId("op", "", "k");

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore memory = MemoryStore.builder().clock(time.clock()).build();
    private final FaultyStore store = FaultyStore.on(memory);
    private int callsLeft = Integer.MAX_VALUE;

    /** Fails once, and drops what tasks throw, as a timer does. */
    private final Timekeeper failing = new Timekeeper() {
        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Runnable after(Duration delay, Runnable task) {
            if (callsLeft-- == 0) {
                throw new OutOfMemoryError("on purpose");
            }
            return time.after(delay, () -> drop(task));
        }

        @Override
        public void inBackground(Runnable task) {
            time.inBackground(() -> drop(task));
        }
    };

    private static void drop(Runnable task) {
        try {
            task.run();
        } catch (OutOfMemoryError e) {
            return;
        }
    }

    private Operation<String> operation() {
        return Semel.builder(store)
                .timekeeper(failing)
                .executor(time)
                .build()
                .operation("op", Codec.text())
                .afterAbandonment(hold())
                .build();
    }

    @Test
    @DisplayName("ended the renewals of work that was running")
    void renewals() {
        operation().attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofSeconds(1));
        callsLeft = 0;
        time.advance(Duration.ofMinutes(5));
        assertThat(callsLeft).isNegative();
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    @DisplayName("left work in doubt that never ran, since its record was not given back")
    void givingBack() {
        store.next(StoreCall.CLAIM, Fault.lostReply(), Fault.lostReply(), Fault.lostReply());
        callsLeft = 2; // the pauses between the three tries
        Operation<String> operation = operation();
        CompletableFuture<?> lost = operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMinutes(1));
        assertThat(lost).isCompletedExceptionally();
        assertThat(callsLeft).isNegative();
        operation.attemptAsync("another", null, context -> CompletableFuture.completedFuture("receipt"));
        time.advance(Duration.ofMinutes(1));
        assertThat(memory.find(ID)).isEmpty();
    }
}
