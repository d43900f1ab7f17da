package dev.semel.thread;

/**
 * Checks that enough stack is left for steps that must not stop halfway. Locks, connection pools and drivers don't
 * survive a {@link StackOverflowError} at an arbitrary place. A thread that is about to run out of stack gets its error
 * here instead, before it has acquired anything.
 */
public final class StackRoom {
    private StackRoom() {}

    /**
     * Checks that there is room for a lock, a pool and a driver: 35 KB or more, depending on how far the JVM has
     * compiled this method.
     *
     * @throws StackOverflowError if there is too little
     */
    public static void require() {
        descend(1_000, 0);
    }

    /**
     * Checks that there is room for steps that {@linkplain #require check} themselves, which a thread takes on behalf of
     * other callers.
     *
     * @throws StackOverflowError if there is too little
     */
    public static void requireForOthers() {
        descend(2_000, 0);
    }

    /**
     * Checks that there is room for a few calls that stay in memory.
     *
     * @throws StackOverflowError if there is too little
     */
    public static void requireLittle() {
        descend(60, 0);
    }

    /** Each frame uses its part of the stack, and adds after its call so that no compiler turns it into a loop. */
    private static long descend(int frames, long sum) {
        return frames == 0 ? sum : descend(frames - 1, sum + frames) + frames;
    }
}
