package dev.semel.batch;

import org.jspecify.annotations.Nullable;

/** Counts the steps of one thread, and throws at one of them. Called by classes that {@link SteppingLoader} has changed. */
public final class Steps {
    private static volatile @Nullable Thread watched;
    private static int last;
    private static int taken;

    private Steps() {}

    /** Makes the calling thread fail at a step, once. */
    public static void failAt(int step) {
        taken = 0;
        last = step;
        watched = Thread.currentThread();
    }

    /** Stops watching. Returns whether the step was reached. To be called by the watched thread. */
    public static boolean end() {
        watched = null;
        return taken >= last;
    }

    /** Takes a step. */
    public static void take() {
        if (Thread.currentThread() == watched && ++taken == last) {
            throw new OutOfMemoryError("on purpose");
        }
    }
}
