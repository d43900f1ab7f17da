package dev.semel.policy;

import dev.semel.Context;
import org.jspecify.annotations.Nullable;

/**
 * Determines the outcome of an attempt whose owner has gone, for example by asking the payment provider for the child
 * key. It runs in place of the work, under its own lease, so that only one caller at a time asks.
 *
 * @param <T> the type of the operation's result
 */
@FunctionalInterface
public interface Reconciler<T extends @Nullable Object> {

    /**
     * Returns whether the effect happened in the attempts before this one.
     *
     * @param context of the present attempt; it returns the same child keys as in the earlier ones
     * @throws RuntimeException which the caller gets; the record stays in doubt
     */
    Verdict<T> reconcile(Context context);

    /**
     * The verdict of a reconciler.
     *
     * @param <T> the type of the operation's result
     */
    sealed interface Verdict<T extends @Nullable Object> {

        /** Returns the verdict that the effect happened, with this result. It is stored and replayed from now on. */
        static <T extends @Nullable Object> Verdict<T> happened(T result) {
            return new Happened<>(result);
        }

        /** Returns the verdict that the effect did not happen, so the present caller runs the work. */
        static <T extends @Nullable Object> Verdict<T> didNotHappen() {
            return new DidNotHappen<>();
        }

        /**
         * Returns the verdict that the outcome is still unknown. The caller gets {@link dev.semel.Outcome.InDoubt}, and
         * the next call asks again.
         */
        static <T extends @Nullable Object> Verdict<T> cannotTell() {
            return new CannotTell<>();
        }

        /**
         * See {@link #happened}.
         *
         * @param <T> the type of the operation's result
         * @param result to be stored
         */
        record Happened<T extends @Nullable Object>(T result) implements Verdict<T> {
            /** Never returns the result. */
            @Override
            public String toString() {
                return "Happened";
            }
        }

        /**
         * See {@link #didNotHappen()}.
         *
         * @param <T> the type of the operation's result
         */
        record DidNotHappen<T extends @Nullable Object>() implements Verdict<T> {}

        /**
         * See {@link #cannotTell()}.
         *
         * @param <T> the type of the operation's result
         */
        record CannotTell<T extends @Nullable Object>() implements Verdict<T> {}
    }
}
