package dev.semel.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the timer, when callers run out of stack,")
class TimerShortOfStackTest {
    private static final int FRAMES = 300;

    private final SystemTimekeeper time = new SystemTimekeeper();

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @DisplayName("continues for all others, wherever the error occurred")
    void goesOn() throws Exception {
        Consumer<SystemTimekeeper> calls = timer -> {
            timer.brieflyAfter(Duration.ofMinutes(1), () -> {}).run();
            timer.after(Duration.ofMinutes(1), () -> {}).run();
            timer.inBackground(() -> {});
        };
        calls.accept(time);
        for (int i = 0; i < 2 * FRAMES; i++) {
            int back = i % FRAMES;
            CompletableFuture.runAsync(
                            () -> atTheEndOfTheStack(back, calls),
                            task -> new Thread(null, task, "short", 256 << 10).start())
                    .get();
        }
        CountDownLatch done = new CountDownLatch(3);
        time.brieflyAfter(Duration.ZERO, done::countDown);
        time.after(Duration.ZERO, done::countDown);
        time.inBackground(done::countDown);
        assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
    }

    private void atTheEndOfTheStack(int back, Consumer<SystemTimekeeper> calls) {
        try {
            new Descent(back, () -> calls.accept(time)).down();
        } catch (StackOverflowError e) {
            return; // as its caller expects
        }
    }

    /** Descends to the end of the stack, and runs its call some frames before that. */
    private static final class Descent {
        private int back;
        private final Runnable call;

        Descent(int back, Runnable call) {
            this.back = back;
            this.call = call;
        }

        @SuppressWarnings("InfiniteRecursion")
        void down() {
            try {
                down();
                return;
            } catch (StackOverflowError e) {
                back--;
                if (back != -1) {
                    throw e;
                }
            }
            call.run();
        }
    }
}
