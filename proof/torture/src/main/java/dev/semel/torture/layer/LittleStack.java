package dev.semel.torture.layer;

import dev.semel.torture.protocol.Points;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Lets some calls run with hardly any stack left, as they do at the end of an endless recursion. Each overflows somewhere else, and some come through. */
public final class LittleStack {
    /** Enough for all that a call needs, so that it may overflow anywhere. */
    private static final int FRAMES_AT_MOST = 800;

    /** A class whose first use overflows can't be used any more by anything in the process; until then most have been used. */
    private static final long WARM_UP_NANOS = 500_000_000;

    private static final long STARTED = System.nanoTime();

    private final int perMille;

    public LittleStack(int perMille) {
        this.perMille = perMille;
    }

    /** The error that the caller gets when its own call overflowed. An overflow that reaches any other caller is a defect. */
    public static final class Overflow extends StackOverflowError {
        private static final long serialVersionUID = 1;

        Overflow() {
            super("on purpose");
        }
    }

    /** Runs the call, with little stack in some of all cases. */
    public <R> R call(Supplier<R> call) {
        boolean chosen = ThreadLocalRandom.current().nextInt(1_000) < perMille;
        if (!chosen || System.nanoTime() - STARTED < WARM_UP_NANOS) {
            return call.get();
        }
        try {
            return new Descent<>(call, ThreadLocalRandom.current().nextInt(FRAMES_AT_MOST)).down();
        } catch (StackOverflowError e) {
            throw new Overflow();
        } catch (NoClassDefFoundError | ExceptionInInitializerError e) {
            // The process is damaged, and no library can repair it.
            Runtime.getRuntime().halt(Points.DIED);
            throw e;
        }
    }

    /** To the end of the stack, and some frames back. */
    private static final class Descent<R> {
        private final Supplier<R> call;
        private int back;

        Descent(Supplier<R> call, int back) {
            this.call = call;
            this.back = back;
        }

        @SuppressWarnings("InfiniteRecursion")
        R down() {
            try {
                return down();
            } catch (StackOverflowError e) {
                back--;
                if (back != -1) {
                    throw e;
                }
            }
            return call.get();
        }
    }
}
