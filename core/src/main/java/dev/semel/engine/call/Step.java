package dev.semel.engine.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a phase of a call. The engine's logic is written as phases that block only in the store. The driver
 * decides whether a pause occupies a thread.
 */
public sealed interface Step<R extends @Nullable Object> {

    /** A phase. It is called again after each pause, until it is done. */
    @FunctionalInterface
    interface Phase<R extends @Nullable Object> {
        /** Takes the next step. */
        Step<R> next();

        /** Returns this phase with its result converted. */
        default <S extends @Nullable Object> Phase<S> then(Function<R, S> make) {
            return () -> {
                Step<R> step = next();
                if (step instanceof Done<R> done) {
                    return new Done<>(make.apply(done.value()));
                }
                return ((Pause<R>) step).again();
            };
        }

        /** Returns this phase, followed by the one created from its result. */
        default <S extends @Nullable Object> Phase<S> andThen(Function<R, Phase<S>> follow) {
            return new Following<>(this, follow);
        }
    }

    /** The phase is done, with this result. */
    record Done<R extends @Nullable Object>(R value) implements Step<R> {}

    /** Asks to call the phase again after {@code atMost}, or as soon as {@code until} is complete. */
    record Pause<R extends @Nullable Object>(
            Duration atMost, @Nullable CompletableFuture<?> until) implements Step<R> {

        /** Returns the same pause for another phase. */
        <S extends @Nullable Object> Pause<S> again() {
            return new Pause<>(atMost, until);
        }
    }

    /** One phase after another. */
    final class Following<R extends @Nullable Object, S extends @Nullable Object> implements Phase<S> {
        private final Phase<R> first;
        private final Function<R, Phase<S>> follow;
        private @Nullable Phase<S> second;

        private Following(Phase<R> first, Function<R, Phase<S>> follow) {
            this.first = first;
            this.follow = follow;
        }

        @Override
        public Step<S> next() {
            if (second == null) {
                Step<R> step = first.next();
                if (!(step instanceof Done<R> done)) {
                    return ((Pause<R>) step).again();
                }
                second = follow.apply(done.value());
            }
            return second.next();
        }
    }

    /** Returns the step that ends a phase. */
    static <R extends @Nullable Object> Step<R> done(R value) {
        return new Done<>(value);
    }

    /** Returns a pause that nothing ends early. */
    static <R extends @Nullable Object> Step<R> pause(Duration atMost) {
        return new Pause<>(atMost, null);
    }
}
