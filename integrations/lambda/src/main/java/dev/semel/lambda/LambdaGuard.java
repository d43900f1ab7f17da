package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.InvalidKeyException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Work;
import dev.semel.lambda.event.EventJson;
import dev.semel.lambda.event.PowertoolsNaming;
import dev.semel.lambda.invocation.LambdaLog;
import dev.semel.lambda.invocation.OffSwitch;
import dev.semel.lambda.invocation.SneakyThrow;
import dev.semel.lambda.invocation.TimeLeft;
import dev.semel.policy.Policies;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a Lambda function uses it: the key is part of the event, and the lease ends with the invocation. A
 * function may have several guards.
 *
 * <pre>{@code
 * RequestHandler<Payment, Receipt> handler = LambdaGuard.of(payments)
 *         .key(EventPart.at("/orderId"))
 *         .handler((payment, context) -> gateway.charge(payment));
 * }</pre>
 *
 * <p>The lease lasts for the invocation's remaining time and is not renewed. An invocation that Lambda terminates
 * leaves a record, which a later retry takes over according to the operation's policy after abandonment. Without a
 * Lambda context the operation's own lease applies.
 *
 * <p>If the environment variable {@code SEMEL_DISABLED} is {@code true} when the guard is created, all work runs
 * without protection and without a call to the store, in every form. This is meant for tests of the function, and is
 * logged.
 *
 * <p>Immutable and safe for use by many threads. Methods that change an option return a new guard.
 *
 * @param <T> the type of the operation's result
 */
public final class LambdaGuard<T extends @Nullable Object> {

    private final Operation<T> operation;
    private final GuardOptions<T> options;
    private final AtomicBoolean warned = new AtomicBoolean();

    private LambdaGuard(Operation<T> operation, GuardOptions<T> options) {
        this.operation = operation;
        this.options = options;
    }

    /**
     * Creates a guard of an operation. The operation's fingerprinter has to accept a {@link Fingerprint} as it is, as
     * Semel's own do.
     *
     * @throws IllegalArgumentException if {@code SEMEL_DISABLED} is neither {@code true} nor {@code false}
     */
    public static <T extends @Nullable Object> LambdaGuard<T> of(Operation<T> operation) {
        String name = Objects.requireNonNull(operation, "operation").settings().name();
        return new LambdaGuard<>(
                operation, GuardOptions.defaults(OffSwitch.isOff(OffSwitch.processEnvironment(), name)));
    }

    /**
     * Sets the part that names the event. Defaults to the whole event, and in a {@link BatchHandler} to the id of the
     * record. An event without it is treated according to the operation's {@linkplain
     * dev.semel.OperationBuilder#withoutKey policy}; running unprotected is logged once, as a warning.
     */
    public LambdaGuard<T> key(EventPart choice) {
        return with(options.withKey(Objects.requireNonNull(choice, "choice")));
    }

    /**
     * Sets the part that must be the same in every retry. Defaults to the whole event, and in a {@link BatchHandler} to
     * the payload of the record. A different event under the same key is refused. Choose a part for events that contain
     * a time or a delivery count.
     */
    public LambdaGuard<T> comparing(EventPart choice) {
        return with(options.withCompared(Objects.requireNonNull(choice, "choice")));
    }

    /**
     * Treats all events under the same key as the same request. Safe only if the key identifies everything that
     * matters.
     */
    public LambdaGuard<T> comparingNothing() {
        return with(options.withCompared(null));
    }

    /**
     * Sets the part that names the scope: a tenant or a principal. By default all events share one scope. An event
     * without a scope is refused.
     */
    public LambdaGuard<T> scope(EventPart choice) {
        return with(options.withScope(Objects.requireNonNull(choice, "choice")));
    }

    /**
     * Sets a function that changes each replayed result before the caller gets it. By default the stored result is
     * returned as it is. The changed result is not stored. Exceptions of the function reach the caller.
     */
    public LambdaGuard<T> onReplay(BiFunction<T, Facts, T> choice) {
        return with(options.withOnReplay(Objects.requireNonNull(choice, "choice")));
    }

    /**
     * Sets the mapper that turns typed events into JSON, in which {@link #key} and the other parts are looked up.
     * Defaults to Jackson's defaults without modules.
     */
    public LambdaGuard<T> mapper(ObjectMapper choice) {
        return with(options.withMapper(Objects.requireNonNull(choice, "choice")));
    }

    /** Sets the environment in which {@code SEMEL_DISABLED} is looked up, once, in this call. Defaults to that of the process. */
    public LambdaGuard<T> environment(UnaryOperator<@Nullable String> choice) {
        return with(options.withOff(OffSwitch.isOff(choice, operation.settings().name())));
    }

    /**
     * Names records as the idempotency utility of Powertools for AWS Lambda does, with MD5. Defaults to Semel's own
     * names. The operation has to be on a {@code PowertoolsStore} of {@code semel-store-powertools}, and to have the
     * name that Powertools gives to the function and its method, such as {@code payments.handleRequest}. The key is
     * Powertools' hash of the part that {@link #key} chooses. The hash of the part that {@link #comparing} chooses is
     * compared; by default nothing is, as in Powertools.
     */
    public LambdaGuard<T> powertoolsNames() {
        return powertoolsNames("MD5");
    }

    /**
     * Names records as Powertools does, with the hash function that it is configured with.
     *
     * @param hashFunction {@code MD5} or {@code SHA-256}
     * @throws IllegalArgumentException if it is another hash function
     */
    public LambdaGuard<T> powertoolsNames(String hashFunction) {
        return with(options.withNaming(new PowertoolsNaming(hashFunction)).withCompared(options.compared()));
    }

    private LambdaGuard<T> with(GuardOptions<T> changed) {
        return new LambdaGuard<>(operation, changed);
    }

    boolean isOff() {
        return options.off();
    }

    String operationName() {
        return operation.settings().name();
    }

    /**
     * Returns a guarded handler. It throws what the given handler throws, and what {@link #once} throws.
     *
     * @param <I> the type of the event
     */
    public <I extends @Nullable Object> RequestHandler<I, T> handler(RequestHandler<I, T> handler) {
        Objects.requireNonNull(handler, "handler");
        return (event, context) -> once(event, context, () -> handler.handleRequest(event, context));
    }

    /**
     * Returns a guarded handler that receives its attempt. Checked exceptions of the given handler are thrown
     * unwrapped.
     *
     * @param <I> the type of the event
     */
    public <I extends @Nullable Object> RequestHandler<I, T> attemptHandler(AttemptHandler<I, T> handler) {
        Objects.requireNonNull(handler, "handler");
        return (event, context) -> {
            try {
                return attempt(event, context, attempt -> handler.handle(event, context, attempt))
                        .orThrow();
            } catch (Exception e) {
                throw SneakyThrow.rethrow(e);
            }
        };
    }

    /**
     * Returns a guarded handler of streams. Events are JSON. The output of the given handler is stored before it is
     * written. A replay is byte-identical.
     */
    public static RequestStreamHandler streamHandler(LambdaGuard<byte[]> guard, RequestStreamHandler handler) {
        return new StreamWrapper(guard, handler);
    }

    /**
     * Runs work once for an event, and returns its result or the result of an earlier call.
     *
     * @param event a record, a bean, a map, a {@link JsonNode} or anything else that the mapper can write
     * @param context the context of the invocation; {@code null} if there is none
     * @throws X if the work throws it
     * @throws dev.semel.RefusedException if there is no result, with the facts of the record; see {@link
     *     Operation#once} for all exceptions
     * @throws InvalidKeyException if the event has no key and the operation's policy refuses that, or if its key is
     *     too long
     * @throws IllegalArgumentException if the event cannot be written as JSON, or a text in it cannot be decoded
     */
    public <X extends Exception> T once(@Nullable Object event, @Nullable Context context, Work<T, X> work) throws X {
        Objects.requireNonNull(work, "work");
        return attempt(event, context, attempt -> work.run()).orThrow();
    }

    /**
     * Runs work once for an event, and returns the outcome with the facts of the record, instead of throwing {@link
     * dev.semel.RefusedException}.
     */
    public <X extends Exception> Outcome<T> attempt(
            @Nullable Object event, @Nullable Context context, Work.InContext<dev.semel.Context, T, X> work) throws X {
        return attempt(event, EventDefaults.WHOLE, context, work);
    }

    <X extends Exception> Outcome<T> attempt(
            @Nullable Object event,
            EventDefaults defaults,
            @Nullable Context context,
            Work.InContext<dev.semel.Context, T, X> work)
            throws X {
        Objects.requireNonNull(work, "work");
        if (options.off()) {
            return new Outcome.Unprotected<>(work.run(operation.unprotected()));
        }
        JsonNode tree = EventJson.of(event, options.mapper());
        String key = key(tree, defaults);
        Fingerprint compared = key == null ? options.naming().nothingCompared() : compared(tree, defaults);
        return replayed(TimeLeft.follow(inScope(tree), context).attempt(key, compared, work));
    }

    private Outcome<T> replayed(Outcome<T> outcome) {
        return outcome instanceof Outcome.Replayed<T> replay
                ? new Outcome.Replayed<>(options.onReplay().apply(replay.value(), replay.facts()), replay.facts())
                : outcome;
    }

    private @Nullable String key(JsonNode event, EventDefaults defaults) {
        EventPart part = Objects.requireNonNullElse(options.key(), defaults.key());
        String key = part.usable(options.naming().key(part.in(event)));
        boolean runs = operation.settings().withoutKey() instanceof Policies.RunUnprotected;
        if (key == null && runs && warned.compareAndSet(false, true)) {
            LambdaLog.get()
                    .log(
                            System.Logger.Level.WARNING,
                            "an event of {0} has no key at {1} and runs without protection, like all other such events;"
                                    + " this is logged once",
                            operationName(),
                            part);
        }
        return key;
    }

    private Fingerprint compared(JsonNode event, EventDefaults defaults) {
        EventPart part = Objects.requireNonNullElse(options.compared(), defaults.compared());
        return options.nothingCompared()
                ? options.naming().nothingCompared()
                : options.naming().compared(part.in(event));
    }

    private Operation<T> inScope(JsonNode event) {
        EventPart part = options.scope();
        if (part == null) {
            return operation;
        }
        String scope = part.keyIn(event);
        if (scope == null) {
            throw new InvalidKeyException("an event of " + operationName() + " has no scope at " + part
                    + "; send it, or remove the scope if there is only one");
        }
        return operation.inScope(scope);
    }
}
