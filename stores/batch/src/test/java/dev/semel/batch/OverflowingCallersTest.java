package dev.semel.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.StoreException;
import dev.semel.batch.Combiner.Handover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A caller whose stack ends at every call that the combiner makes, frame by frame: to the queue, to the lanes, to the iterator and to the list of a
 * batch. An allocation fails at the same places.
 */
@DisplayName("an Error between any two steps of the combiner itself")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowingCallersTest {
    private static final int FRAMES = 40;
    private static final int OFFSETS = 8;
    private static final int OTHERS = 3;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

    private static final class Numbered extends Pending<Integer> {
        private final int number;
        private final AtomicInteger applied = new AtomicInteger();

        Numbered(int number) {
            this.number = number;
        }

        @Override
        protected Object subject() {
            return number % 2;
        }

        @Override
        protected void failAsUnknown(@Nullable Throwable cause) {
            fail(new StoreException("unknown", cause));
        }
    }

    /** Answers on the sending thread, or on a separate one. It has no lock that an Error could leave locked. */
    private static final class Server implements Transport<Numbered>, AutoCloseable {
        private final Handover handover;
        private final Queue<Batch<Numbered>> received = new ConcurrentLinkedQueue<>();
        private final Thread replies = new Thread(this::reply);
        private volatile boolean isClosed;

        Server(Handover handover) {
            this.handover = handover;
            replies.start();
        }

        @Override
        public void requireRoom() {
            // A real transport refuses here, so that its own locks and pools are safe.
        }

        @Override
        public void send(Batch<Numbered> batch) {
            if (handover == Handover.SEND_ON) {
                received.add(batch);
            } else {
                answer(batch);
            }
        }

        private void reply() {
            while (!isClosed) {
                Batch<Numbered> batch = received.poll();
                if (batch == null) {
                    LockSupport.parkNanos(100_000);
                } else {
                    answer(batch);
                    batch.end();
                }
            }
        }

        private static void answer(Batch<Numbered> batch) {
            for (Numbered call : batch.calls()) {
                call.applied.incrementAndGet();
                call.answer(call.number);
                call.wake();
            }
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    /** Recurses until the stack ends, and runs a task on the way back, this many frames above its end. */
    private static final class Dive {
        private final Runnable task;
        private final int above;
        private boolean hasRun;

        Dive(Runnable task, int above) {
            this.task = task;
            this.above = above;
        }

        @SuppressWarnings("InfiniteRecursion") // until the stack ends
        int fall() {
            int fromEnd = 0;
            try {
                fromEnd = fall() + 1;
            } catch (StackOverflowError end) {
                // counted from here
            }
            if (fromEnd == above && !hasRun) {
                hasRun = true;
                task.run();
            }
            return fromEnd;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Handover.class,
            names = {"WAKE_HEAD", "SEND_ON"})
    @DisplayName("costs no lane and no call of another caller, and nothing is sent twice")
    void overflows(Handover handover) throws InterruptedException {
        Collection<Numbered> all = new ConcurrentLinkedQueue<>();
        AtomicInteger numbers = new AtomicInteger();
        AtomicInteger stuck = new AtomicInteger();
        AtomicInteger overflows = new AtomicInteger();
        try (Server server = new Server(handover)) {
            Combiner<Numbered> combiner = new Combiner<>(server, new Combiner.Limits(4, 4), 2, handover);
            warmUp(combiner);
            Thread overflowing =
                    new Thread(null, () -> overflow(combiner, all, numbers, overflows), "overflowing", 256 << 10);
            overflowing.start();
            List<Thread> others = new ArrayList<>();
            for (int i = 0; i < OTHERS; i++) {
                Thread other = new Thread(() -> {
                    while (overflowing.isAlive()) {
                        Numbered call = new Numbered(numbers.incrementAndGet());
                        all.add(call);
                        if (!combiner.send(call, PATIENCE)) {
                            stuck.incrementAndGet();
                        }
                    }
                });
                other.start();
                others.add(other);
            }
            overflowing.join();
            for (Thread other : others) {
                other.join();
            }
            assertThat(overflows.get()).as("overflows in the combiner").isGreaterThan(10);
            assertThat(stuck).as("calls without an answer").hasValue(0);
            assertThat(all).allSatisfy(call -> assertThat(call.applied.get()).isLessThanOrEqualTo(1));
            awaitIdle(combiner);
        }
    }

    private static void overflow(
            Combiner<Numbered> combiner, Collection<Numbered> all, AtomicInteger numbers, AtomicInteger overflows) {
        for (int i = 0; i < FRAMES * OFFSETS; i++) {
            Numbered call = new Numbered(numbers.incrementAndGet());
            all.add(call);
            Dive dive = new Dive(() -> send(combiner, call, overflows), i / OFFSETS);
            shifted(i % OFFSETS, 0, 0, dive);
        }
    }

    /** Dives from a little further down, by frames of another size, so that the stack ends within other frames. */
    private static long shifted(int offset, long one, long other, Dive dive) {
        return offset == 0 ? dive.fall() : one + shifted(offset - 1, one + 1, other + 2, dive) + other;
    }

    /** Sends a call that an Error may strike, so that its caller does not wait for it. */
    private static void send(Combiner<Numbered> combiner, Numbered call, AtomicInteger overflows) {
        try {
            combiner.send(call, PATIENCE);
        } catch (StackOverflowError e) {
            overflows.incrementAndGet();
            throw e;
        }
    }

    /** Loads all classes, since a class whose initialiser fails stays broken. */
    private static void warmUp(Combiner<Numbered> combiner) {
        for (int i = 0; i < 100; i++) {
            combiner.send(new Numbered(i));
        }
    }

    private static void awaitIdle(Combiner<Numbered> combiner) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        int number = 0;
        while (!combiner.isIdle()) {
            assertThat(System.nanoTime()).as("a lane stays taken").isLessThan(deadline);
            assertThat(combiner.send(new Numbered(number++), PATIENCE)).isTrue();
        }
    }
}
