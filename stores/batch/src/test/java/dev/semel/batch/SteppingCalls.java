package dev.semel.batch;

import dev.semel.StoreException;
import dev.semel.batch.Combiner.Handover;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Calls of several threads over one lane, in which one thread fails at a step: one of the callers, or the one that receives replies. Loaded by {@link
 * SteppingLoader}, so it is called by an interface of the JDK.
 */
final class SteppingCalls implements IntPredicate {
    private static final int OTHERS = 2;
    private static final int CALLS = 4;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final Handover handover;
    private final boolean strikesReplies;
    private final AtomicInteger numbers = new AtomicInteger();

    /** Creates calls for one of the names of {@link Handover}. */
    SteppingCalls(String handover, boolean strikesReplies) {
        this.handover = Handover.valueOf(handover);
        this.strikesReplies = strikesReplies;
    }

    private static final class Numbered extends Pending<Integer> {
        private final int number;
        private final AtomicInteger applied = new AtomicInteger();
        private final AtomicInteger received = new AtomicInteger();

        Numbered(int number) {
            this.number = number;
        }

        @Override
        protected Object subject() {
            return number % 3;
        }

        @Override
        protected void failAsUnknown(@Nullable Throwable cause) {
            fail(new StoreException("unknown", cause));
        }

        /** Answers, except that every other call has to be sent again when it is received for the first time. */
        void receive() {
            if (received.getAndIncrement() == 0 && number % 2 == 0) {
                sendAgain();
            } else {
                applied.incrementAndGet();
                answer(number);
                wake();
            }
        }
    }

    /** Answers on the sending thread, or on its own. */
    private final class Server implements Transport<Numbered>, AutoCloseable {
        private final Queue<Batch<Numbered>> received = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean struck = new AtomicBoolean();
        private final Thread replies;
        private volatile boolean isClosed;

        Server(int step) {
            this.replies = new Thread(() -> reply(step));
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
                batch.calls().forEach(Numbered::receive);
            }
        }

        private void reply(int step) {
            if (strikesReplies) {
                Steps.failAt(step);
            }
            while (!isClosed) {
                Batch<Numbered> batch = received.poll();
                if (batch == null) {
                    LockSupport.parkNanos(50_000);
                } else {
                    for (Numbered call : List.copyOf(batch.calls())) {
                        despiteErrors(call::receive);
                    }
                    despiteErrors(batch::end);
                }
            }
            if (strikesReplies) {
                struck.set(Steps.end());
            }
        }

        @Override
        public void close() throws InterruptedException {
            isClosed = true;
            replies.join();
        }
    }

    private static void despiteErrors(Runnable task) {
        try {
            task.run();
        } catch (OutOfMemoryError e) {
            return; // as in a thread of a client that logs it
        }
    }

    /** Lets a thread fail at a step. Returns whether the step was reached. */
    @Override
    public boolean test(int step) {
        try {
            return strikes(step);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean strikes(int step) throws InterruptedException {
        Queue<String> problems = new ConcurrentLinkedQueue<>();
        AtomicBoolean struck = new AtomicBoolean();
        Server server = new Server(step);
        try (server) {
            Combiner<Numbered> combiner = new Combiner<>(server, new Combiner.Limits(3, 100), 1, handover);
            Thread first = new Thread(() -> struck.set(callsAndFails(combiner, step, problems)));
            List<Thread> all = new ArrayList<>(List.of(first));
            for (int i = 0; i < OTHERS; i++) {
                all.add(new Thread(() -> callsWhile(first, combiner, problems)));
            }
            all.forEach(Thread::start);
            for (Thread each : all) {
                each.join();
            }
            long deadline = System.nanoTime() + PATIENCE;
            do {
                call(combiner, problems); // as callers free lanes that an error has left taken
            } while (!combiner.isIdle() && System.nanoTime() < deadline && problems.isEmpty());
            if (!combiner.isIdle()) {
                problems.add("a lane stays taken");
            }
        }
        if (!problems.isEmpty()) {
            throw new AssertionError("step " + step + " of " + handover + ": " + problems);
        }
        return struck.get() || server.struck.get();
    }

    private boolean callsAndFails(Combiner<Numbered> combiner, int step, Queue<String> problems) {
        if (!strikesReplies) {
            Steps.failAt(step);
        }
        for (int i = 0; i < CALLS; i++) {
            despiteErrors(() -> call(combiner, problems));
        }
        return !strikesReplies && Steps.end();
    }

    private void callsWhile(Thread other, Combiner<Numbered> combiner, Queue<String> problems) {
        do {
            call(combiner, problems);
        } while (other.isAlive());
    }

    private void call(Combiner<Numbered> combiner, Queue<String> problems) {
        Numbered call = new Numbered(numbers.incrementAndGet());
        if (!combiner.send(call, PATIENCE)) {
            problems.add("a call has no answer");
        } else if (call.applied.get() > 1) {
            problems.add("a call was applied twice");
        }
    }
}
