package dev.semel.servers.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs a call with little stack left, as at the end of an endless recursion. */
public final class ShortOfStack {
    private static final int STACK = 256 << 10;

    private final Runnable call;
    private boolean called;

    private ShortOfStack(Runnable call) {
        this.call = call;
    }

    /**
     * Runs a call as often, on a thread with a small stack, with fewer and fewer frames left: the last time with none.
     *
     * @return how often it returned normally
     */
    public static int run(int times, int framesApart, Runnable call) throws InterruptedException {
        int[] returned = new int[1];
        Thread thread = new Thread(
                null,
                () -> {
                    for (int i = times - 1; i >= 0; i--) {
                        returned[0] += runOnce(i * framesApart, call) ? 1 : 0;
                    }
                },
                "short-of-stack",
                STACK);
        thread.setDaemon(true);
        thread.start();
        thread.join(60_000);
        if (thread.isAlive()) {
            AssertionError stuck = new AssertionError("the call without enough stack still waits");
            stuck.setStackTrace(thread.getStackTrace());
            throw stuck;
        }
        return returned[0];
    }

    /**
     * Does the same while other threads call normally, and waits until each of them has called once more after that.
     *
     * @return how often the call that was short of stack returned normally
     * @throws AssertionError if one of the others threw, or still waits after a minute
     */
    public static int runBeside(int threads, Runnable others, int times, Runnable call) throws InterruptedException {
        AtomicBoolean ends = new AtomicBoolean();
        ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> callUntil(ends, others, thrown), "beside-" + i);
            thread.setDaemon(true);
            thread.start();
            all.add(thread);
        }
        int returned = run(times, 1_200 / times, call);
        ends.set(true);
        for (Thread thread : all) {
            thread.join(60_000);
            if (thread.isAlive()) {
                AssertionError stuck = new AssertionError(thread.getName() + " still waits");
                stuck.setStackTrace(thread.getStackTrace());
                throw stuck;
            }
        }
        if (!thrown.isEmpty()) {
            throw new AssertionError("a caller with enough stack failed", thrown.peek());
        }
        return returned;
    }

    private static void callUntil(AtomicBoolean ends, Runnable call, Queue<Throwable> thrown) {
        try {
            while (!ends.get()) {
                call.run();
            }
            call.run();
        } catch (Throwable e) {
            thrown.add(e);
        }
    }

    private static boolean runOnce(int framesLeft, Runnable call) {
        try {
            new ShortOfStack(call).descend(framesLeft);
            return true;
        } catch (RuntimeException | Error e) {
            return false; // what the call threw, or the overflow at the end of the stack
        }
    }

    /** Goes down to the end of the stack, comes back as many frames, and runs the call there. Returns how many frames are still to go. */
    @SuppressWarnings("InfiniteRecursion") // on purpose
    private int descend(int back) {
        int left;
        try {
            left = descend(back);
        } catch (StackOverflowError e) {
            if (called) {
                throw e;
            }
            left = back;
        }
        if (left == 0) {
            called = true;
            call.run();
        }
        return left - 1;
    }
}
