package dev.semel.spring;

import dev.semel.Context;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Access to the attempt of an {@link Idempotent} method, for child keys and the like. The attempt is bound to the thread while the method runs. A
 * method that returns a {@code Mono} also finds it in the Reactor context, under {@code Context.class}.
 */
public final class CurrentAttempt {
    private static final ThreadLocal<@Nullable Deque<Context>> STACK = new ThreadLocal<>();

    private CurrentAttempt() {}

    /** Returns the innermost attempt of this thread, or empty outside of one. */
    public static Optional<Context> find() {
        Deque<Context> stack = STACK.get();
        return stack == null ? Optional.empty() : Optional.of(stack.element());
    }

    /**
     * Returns the innermost attempt of this thread.
     *
     * @throws IllegalStateException if there is none
     */
    public static Context get() {
        return find().orElseThrow(
                        () -> new IllegalStateException(
                                "no idempotent method is running on this thread; call this on the method's thread, in a call through its proxy"));
    }

    /** Runs work with an attempt that is bound to this thread. */
    public static <T extends @Nullable Object> T during(Context attempt, Callable<T> work) throws Exception {
        bind(attempt);
        try {
            return work.call();
        } finally {
            unbind();
        }
    }

    /** Binds an attempt to this thread until {@link #unbind}. */
    static void bind(Context attempt) {
        Deque<Context> stack = STACK.get();
        if (stack == null) {
            stack = new ArrayDeque<>(2);
            STACK.set(stack);
        }
        stack.push(attempt);
    }

    /** Undoes the last {@link #bind} of this thread. */
    static void unbind() {
        Deque<Context> stack = STACK.get();
        if (stack != null) {
            stack.pop();
            if (stack.isEmpty()) {
                STACK.remove();
            }
        }
    }
}
