package dev.semel.policy;

import dev.semel.Context;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what became of an attempt whose owner has gone, for example by asking the payment provider for the child key. It runs in
 * place of the work, under a lease of its own, so that only one caller at a time asks.
 *
 * @param <T> the type of the operation's result
 */
@FunctionalInterface
public interface Reconciler<T extends @Nullable Object> {

    /**
     * Says what happened in the attempts before this one.
     *
     * @param context of the present attempt; it gives the same child keys as the earlier ones had
     * @throws RuntimeException which the caller gets; the record stays in doubt
     */
    Verdict<T> reconcile(Context context);

    /**
     * What a reconciler found.
     *
     * @param <T> the type of the operation's result
     */
    sealed interface Verdict<T extends @Nullable Object> {

        /** It happened, with this result, which is stored and replayed from now on. */
        static <T extends @Nullable Object> Verdict<T> happened(T result) {
            return new Happened<>(result);
        }

        /** It did not happen, so the present caller runs the work. */
        static <T extends @Nullable Object> Verdict<T> didNotHappen() {
            return new DidNotHappen<>();
        }

        /** Nobody knows yet: the caller is told that the record is in doubt, and the next one asks again. */
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
            /** Never the result. */
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
