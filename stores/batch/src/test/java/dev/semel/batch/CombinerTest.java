package dev.semel.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("calls that are sent together")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CombinerTest {
    private static final int CALLERS = 8;

    /** A step that may throw, on the thread that runs it. */
    private enum Step {
        ROOM,
        SIZE,
        SUBJECT,
        SHARING,
        SENDING,
        ANSWERING,
        ENDING,
        NONE
    }

    private static final class Broken extends Error {
        private static final long serialVersionUID = 1;
    }

    /** Throws at every third execution of a step. */
    private static final class Faults {
        private final Step step;
        private final AtomicInteger times = new AtomicInteger();
        private volatile boolean over;

        Faults(Step step) {
            this.step = step;
        }

        void at(Step taken) {
            if (taken == step && !over && times.incrementAndGet() % 3 == 0) {
                throw new Broken();
            }
        }
    }

    private static final class Numbered extends Pending<Integer> {
        private final int number;
        private final Faults faults;

        Numbered(int number, Faults faults) {
            this.number = number;
            this.faults = faults;
        }

        @Override
        protected int size() {
            faults.at(Step.SIZE);
            return 1;
        }

        @Override
        protected Object subject() {
            faults.at(Step.SUBJECT);
            return number % 2;
        }

        @Override
        protected boolean mayTravelWith(Pending<?> present) {
            faults.at(Step.SHARING);
            return number % 2 == 0;
        }

        @Override
        protected void failAsUnknown(@Nullable Throwable cause) {
            fail(new StoreException("unknown", cause));
        }
    }

    /** Answers a call with its number, and records what was sent. */
    private static final class Server implements Transport<Numbered> {
        final Faults faults;
        final Combiner.Handover handover;
        final Set<Integer> applied = ConcurrentHashMap.newKeySet();
        final List<Integer> twice = new ArrayList<>();
        final ExecutorService replies = Executors.newFixedThreadPool(2);

        Server(Faults faults, Combiner.Handover handover) {
            this.faults = faults;
            this.handover = handover;
        }

        @Override
        public void requireRoom() {
            faults.at(Step.ROOM);
        }

        @Override
        public void send(Batch<Numbered> batch) {
            faults.at(Step.SENDING);
            if (handover == Combiner.Handover.SEND_ON) {
                replies.execute(() -> {
                    answer(batch);
                    faults.at(Step.ENDING); // an error that its thread swallows
                    batch.end();
                });
            } else {
                answer(batch);
                faults.at(Step.ENDING);
            }
        }

        private void answer(Batch<Numbered> batch) {
            LockSupport.parkNanos(500_000); // so that other calls gather
            for (Numbered call : batch.calls()) {
                synchronized (twice) {
                    if (!applied.add(call.number)) {
                        twice.add(call.number);
                    }
                }
                faults.at(Step.ANSWERING);
                call.answer(call.number);
                call.wake();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    @DisplayName("an error at any step of a caller fails at most the calls of its batch, and never costs a lane")
    void callersSend(Step step) throws InterruptedException {
        sendWithFaultsAt(step, Combiner.Handover.WAKE_HEAD);
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    @DisplayName("the same if replies arrive on other threads, whose errors are swallowed")
    void repliesSendOn(Step step) throws InterruptedException {
        sendWithFaultsAt(step, Combiner.Handover.SEND_ON);
    }

    private static void sendWithFaultsAt(Step step, Combiner.Handover handover) throws InterruptedException {
        Server server = new Server(new Faults(step), handover);
        Combiner<Numbered> combiner = new Combiner<>(server, new Combiner.Limits(4, 4), 2, handover);
        AtomicInteger numbers = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        List<Thread> callers = IntStream.range(0, CALLERS)
                .mapToObj(i -> new Thread(() -> {
                    for (int j = 0; j < 25; j++) {
                        int number = numbers.incrementAndGet();
                        Throwable thrown = catchThrowable(() -> {
                            Numbered call = new Numbered(number, server.faults);
                            boolean done = combiner.send(call, TimeUnit.MILLISECONDS.toNanos(300));
                            if (done && call.get() != number) {
                                wrong.incrementAndGet();
                            } else if (!done) {
                                failed.incrementAndGet();
                            }
                        });
                        if (thrown instanceof Broken || thrown instanceof StoreException) {
                            failed.incrementAndGet();
                        } else if (thrown != null) {
                            wrong.incrementAndGet();
                        }
                    }
                }))
                .toList();
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(wrong).hasValue(0);
        assertThat(server.twice)
                .as("sent again although it may have been applied")
                .isEmpty();
        assertThat(server.faults.times.get()).isGreaterThan(step == Step.NONE ? -1 : 2);
        assertThat(failed.get())
                .as("every call but the faulty ones came through")
                .isLessThan(numbers.get());
        server.faults.over = true;
        for (int i = 0; i < 4; i++) {
            Numbered last = new Numbered(-i, server.faults);
            assertThat(combiner.send(last, TimeUnit.SECONDS.toNanos(60)))
                    .as("a lane is free")
                    .isTrue();
            assertThat(last.get()).isEqualTo(-i);
        }
        server.replies.shutdownNow();
    }

    @Test
    @DisplayName("calls are sent within the limits, and a larger one alone")
    void limits() throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        List<Integer> sizes = new ArrayList<>();
        Combiner<Sized> combiner = new Combiner<>(
                batch -> {
                    await(first);
                    sizes.add(batch.calls().stream().mapToInt(Sized::size).sum());
                    batch.calls().forEach(call -> call.answer(true));
                },
                new Combiner.Limits(3, 10),
                1,
                Combiner.Handover.WAKE_HEAD);
        List<Thread> callers = new ArrayList<>();
        for (int size : new int[] {1, 4, 4, 4, 20, 1, 1, 1, 1}) {
            Thread caller = new Thread(() -> combiner.send(new Sized(size)));
            caller.start();
            callers.add(caller);
            while (caller.getState() != Thread.State.TIMED_WAITING && caller.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        first.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(sizes).containsExactly(1, 8, 4, 20, 3, 1);
        assertThat(combiner.isIdle()).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Sized extends Pending<Boolean> {
        private final int size;

        Sized(int size) {
            this.size = size;
        }

        @Override
        protected int size() {
            return size;
        }

        @Override
        protected void failAsUnknown(@Nullable Throwable cause) {
            fail(new StoreException("unknown", cause));
        }
    }
}
