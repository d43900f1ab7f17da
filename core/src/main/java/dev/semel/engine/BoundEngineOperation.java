package dev.semel.engine;

import dev.semel.BoundOperation;
import dev.semel.Context;
import dev.semel.Outcome;
import dev.semel.Work;
import dev.semel.engine.call.Engine;
import dev.semel.engine.call.OperationCall;
import dev.semel.session.Sessions;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An operation whose calls keep their records in the given sessions. */
final class BoundEngineOperation<T extends @Nullable Object, C extends Context> implements BoundOperation<T, C> {
    private final EngineOperation<T> operation;
    private final Sessions<C> sessions;

    BoundEngineOperation(EngineOperation<T> operation, Sessions<C> sessions) {
        this.operation = operation;
        this.sessions = Objects.requireNonNull(sessions, "sessions");
    }

    @Override
    public BoundOperation<T, C> inScope(String name) {
        return new BoundEngineOperation<>(operation.inScope(name), sessions);
    }

    @Override
    public <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work) throws X {
        return operation.attemptIn(sessions, key, request, work);
    }

    @Override
    public CompletableFuture<Outcome<T>> attemptStaged(
            @Nullable String key, @Nullable Object request, Function<C, ? extends CompletionStage<T>> work) {
        Objects.requireNonNull(work, "work");
        Engine engine = operation.definition().engine();
        engine.ensureOpen();
        OperationCall<T, C> call = operation.call(key, request, sessions, null);
        if (!sessions.holdByTransaction()) {
            Executor where = new CallingThread(Thread.currentThread(), engine.executor());
            return new AsyncDriver<>(call, work, where).drive();
        }
        AtWork atWork = new AtWork(engine, call);
        return new AsyncDriver<>(call, atWork.during(work), Runnable::run)
                .drive()
                .whenComplete((outcome, thrown) -> atWork.end());
    }

    @Override
    public Optional<Outcome<T>> whileAtWork(String key, @Nullable Object request) {
        return operation.call(key, request, sessions, null).whileAtWork();
    }

    @Override
    public boolean recordFailure(@Nullable String key, @Nullable Object request, Throwable failure) {
        if (!sessions.holdByTransaction()) {
            throw new IllegalStateException(
                    "a failure is stored after a roll-back only where a transaction holds the record; here the call stores it");
        }
        return !EngineOperation.isMissing(key)
                && operation.call(key, request, sessions, null).recordFailure(failure);
    }
}
