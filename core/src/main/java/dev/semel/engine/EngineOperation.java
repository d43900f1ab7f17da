package dev.semel.engine;

import dev.semel.BoundOperation;
import dev.semel.Context;
import dev.semel.Event;
import dev.semel.Fingerprint;
import dev.semel.InvalidKeyException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Work;
import dev.semel.engine.call.BlockingDriver;
import dev.semel.engine.call.Definition;
import dev.semel.engine.call.Engine;
import dev.semel.engine.call.OperationCall;
import dev.semel.engine.call.UnprotectedContext;
import dev.semel.input.Problems;
import dev.semel.input.Text;
import dev.semel.policy.OperationSettings;
import dev.semel.policy.Policies;
import dev.semel.session.Sessions;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose calls are run by the engine: each is an {@link OperationCall}, driven on the caller's thread or on
 * the executor.
 *
 * @param <T> the type of the result
 */
public final class EngineOperation<T extends @Nullable Object> implements Operation<T> {
    private final Definition<T> definition;
    private final String scope;

    private EngineOperation(Definition<T> definition, String scope) {
        this.definition = definition;
        this.scope = scope;
    }

    /** Returns the operation without a scope. */
    public static <T extends @Nullable Object> Operation<T> of(Engine engine, OperationSettings<T> settings) {
        return new EngineOperation<>(new Definition<>(engine, settings), "");
    }

    @Override
    public OperationSettings<T> settings() {
        return definition.settings();
    }

    @Override
    public EngineOperation<T> inScope(String name) {
        if (name == null) {
            throw new InvalidKeyException("the scope of a call of " + settings().name()
                    + " is null; give the tenant or the principal, or leave inScope out if there is only one");
        }
        refuse(Text.problemWithScope(name));
        return new EngineOperation<>(definition, name);
    }

    @Override
    public Operation<T> endingWithin(Duration timeLeft) {
        return new EngineOperation<>(definition.endingWithin(Objects.requireNonNull(timeLeft, "timeLeft")), scope);
    }

    @Override
    public <C extends Context> BoundOperation<T, C> in(Sessions<C> sessions) {
        return new BoundEngineOperation<>(this, sessions);
    }

    @Override
    public Context unprotected() {
        return UnprotectedContext.withoutKey(settings().name(), scope);
    }

    @Override
    public <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, Work.InContext<Context, T, X> work) throws X {
        return attemptIn(LeasedSessions.INSTANCE, key, request, work);
    }

    @Override
    public CompletableFuture<Outcome<T>> attemptAsync(
            @Nullable String key, @Nullable Object request, Function<Context, ? extends CompletionStage<T>> work) {
        Objects.requireNonNull(work, "work");
        definition.engine().ensureOpen();
        return new AsyncDriver<>(
                        call(key, request, LeasedSessions.INSTANCE, null),
                        work,
                        definition.engine().executor())
                .drive();
    }

    @Override
    public CompletableFuture<Outcome<T>> attemptStaged(
            @Nullable String key, @Nullable Object request, Function<Context, ? extends CompletionStage<T>> work) {
        Objects.requireNonNull(work, "work");
        definition.engine().ensureOpen();
        Executor elsewhere = definition.engine().executor();
        return new AsyncDriver<>(
                        call(key, request, LeasedSessions.INSTANCE, null),
                        work,
                        new CallingThread(Thread.currentThread(), elsewhere))
                .drive();
    }

    <C extends Context, X extends Exception> Outcome<T> attemptIn(
            Sessions<C> sessions, @Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work)
            throws X {
        Objects.requireNonNull(work, "work");
        definition.engine().ensureOpen();
        return BlockingDriver.drive(call(key, request, sessions, Thread.currentThread()), work);
    }

    /**
     * Creates a call.
     *
     * @param caller the thread that will run the work itself; {@code null} if the work is not bound to one thread
     */
    <C extends Context> OperationCall<T, C> call(
            @Nullable String key, @Nullable Object request, Sessions<C> sessions, @Nullable Thread caller) {
        return isMissing(key)
                ? new OperationCall<>(definition, sessions, withoutKey())
                : new OperationCall<>(definition, sessions, id(key), fingerprint(request), caller);
    }

    Definition<T> definition() {
        return definition;
    }

    static boolean isMissing(@Nullable String key) {
        return key == null || key.isEmpty();
    }

    private Context withoutKey() {
        String name = settings().name();
        if (settings().withoutKey() instanceof Policies.Refuse) {
            throw InvalidKeyException.missing("a call of " + name
                    + " has no key; send one, or set withoutKey(runUnprotected()) if it may run without protection");
        }
        definition.engine().report(() -> new Event.RanUnprotected(name, null));
        return unprotected();
    }

    @Override
    public RecordId id(@Nullable String key) {
        String present = Problems.checked(key);
        refuse(Text.problemWithKey(present));
        return new RecordId(settings().name(), scope, present);
    }

    private static void refuse(Optional<String> problem) {
        if (problem.isPresent()) {
            throw new InvalidKeyException(problem.get());
        }
    }

    private Fingerprint fingerprint(@Nullable Object request) {
        Fingerprint fingerprint = settings().fingerprinter().of(request);
        if (fingerprint == null) {
            throw new IllegalStateException("the fingerprinter of " + settings().name()
                    + " returned null; must return a fingerprint for every request");
        }
        return fingerprint;
    }
}
