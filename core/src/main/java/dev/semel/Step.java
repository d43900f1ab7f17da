package dev.semel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a phase of a call wants next. The engine's logic is written as phases that never block except in the store; whether a pause costs
 * a thread is for the driver to say.
 */
sealed interface Step<R extends @Nullable Object> {

    /** Asked again after each pause, until it is done. */
    @FunctionalInterface
    interface Phase<R extends @Nullable Object> {
        Step<R> next();

        /** This phase, with something made of its result. */
        default <S extends @Nullable Object> Phase<S> then(Function<R, S> make) {
            return () -> {
                Step<R> step = next();
                if (step instanceof Done<R> done) {
                    return new Done<>(make.apply(done.value()));
                }
                Pause<R> pause = (Pause<R>) step;
                return new Pause<>(pause.atMost(), pause.until());
            };
        }
    }

    record Done<R extends @Nullable Object>(R value) implements Step<R> {}

    /** Ask again after {@code atMost}, or as soon as {@code until} is complete. */
    record Pause<R extends @Nullable Object>(
            Duration atMost, @Nullable CompletableFuture<?> until) implements Step<R> {}

    static <R extends @Nullable Object> Step<R> done(R value) {
        return new Done<>(value);
    }

    static <R extends @Nullable Object> Step<R> pause(Duration atMost) {
        return new Pause<>(atMost, null);
    }
}
