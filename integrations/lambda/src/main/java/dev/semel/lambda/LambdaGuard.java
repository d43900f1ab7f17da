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
import dev.semel.Policies;
import dev.semel.Work;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a Lambda function uses it: the key comes out of the event, and the lease follows the invocation. A function may have several.
 *
 * <pre>{@code
 * RequestHandler<Payment, Receipt> handler = LambdaGuard.of(payments)
 *         .key(EventPart.at("/orderId"))
 *         .handler((payment, context) -> gateway.charge(payment));
 * }</pre>
 *
 * <p>The lease is as long as the invocation's remaining time and is not renewed: an invocation that is cut off leaves a record that a retry
 * after that moment takes over, by the operation's policy after abandonment. Without a Lambda context it is the operation's own lease.
 *
 * <p>If the environment variable {@code SEMEL_DISABLED} is {@code true} when the guard is made, everything runs without protection and without
 * a call of the store, whatever the form. That is for tests of the function; it is logged.
 *
 * <p>Immutable and safe for use by many threads; each method that changes something returns a guard of its own.
 *
 * @param <T> the type of the operation's result
 */
public final class LambdaGuard<T extends @Nullable Object> {

    private final Operation<T> operation;
    private final Options<T> options;
    private final AtomicBoolean warned = new AtomicBoolean();

    private LambdaGuard(Operation<T> operation, Options<T> options) {
        this.operation = operation;
        this.options = options;
    }

    /**
     * Guards an operation. Its fingerprinter has to take a {@link Fingerprint} as it is, as those of Semel do.
     *
     * @throws IllegalArgumentException if {@code SEMEL_DISABLED} is something else than {@code true} or {@code false}
     */
    public static <T extends @Nullable Object> LambdaGuard<T> of(Operation<T> operation) {
        String name = Objects.requireNonNull(operation, "operation").settings().name();
        return new LambdaGuard<>(operation, Options.defaults(OffSwitch.isOff(OffSwitch.processEnvironment(), name)));
    }

    /**
     * The whole event by default; in a {@link BatchHandler} what names such a record. What names the event. What happens if it isn't there is the
     * operation's {@linkplain dev.semel.OperationBuilder#withoutKey policy}; running unprotected is logged once, as a warning.
     */
    public LambdaGuard<T> key(EventPart choice) {
        return with(options.withKey(Objects.requireNonNull(choice, "choice")));
    }

    /**
     * The whole event by default; in a {@link BatchHandler} the payload of the record. What has to be the same in every retry; another event
     * under the same key is refused. Events that carry the time or the number of a delivery need a choice.
     */
    public LambdaGuard<T> comparing(EventPart choice) {
        return with(options.withCompared(Objects.requireNonNull(choice, "choice")));
    }

    /** Lets every event under the same key count as the same. Safe only if the key itself says all that matters. */
    public LambdaGuard<T> comparingNothing() {
        return with(options.withCompared(null));
    }

    /** One scope for all by default. On whose behalf the event is: a tenant or a principal. An event without it is refused. */
    public LambdaGuard<T> scope(EventPart choice) {
        return with(options.withScope(Objects.requireNonNull(choice, "choice")));
    }

    /**
     * The stored result as it is by default. Called with each replayed result; what it returns is given to the caller, and nothing of that is
     * stored. What it throws, the caller gets.
     */
    public LambdaGuard<T> onReplay(BiFunction<T, Facts, T> choice) {
        return with(options.withOnReplay(Objects.requireNonNull(choice, "choice")));
    }

    /** One with Jackson's defaults and no module by default. Turns typed events into the JSON that {@link #key} and the like look at. */
    public LambdaGuard<T> mapper(ObjectMapper choice) {
        return with(options.withMapper(Objects.requireNonNull(choice, "choice")));
    }

    /** The process's own by default. Where {@code SEMEL_DISABLED} is looked up, once, now. */
    public LambdaGuard<T> environment(UnaryOperator<@Nullable String> choice) {
        return with(options.withOff(OffSwitch.isOff(choice, operation.settings().name())));
    }

    /**
     * Semel's own by default. Names records as the idempotency utility of Powertools for AWS Lambda does, with MD5, for an operation on {@code PowertoolsStore} of
     * {@code semel-store-powertools}: the key is its hash of the part that {@link #key} names, and what is compared is its hash of the part that {@link #comparing} names,
     * which by default is nothing, as there. The operation has to be called as Powertools calls the function and its method, such as {@code payments.handleRequest}.
     */
    public LambdaGuard<T> powertoolsNames() {
        return powertoolsNames("MD5");
    }

    /**
     * The same with another hash function, as Powertools is configured.
     *
     * @param hashFunction {@code MD5} or {@code SHA-256}
     * @throws IllegalArgumentException if it is another one
     */
    public LambdaGuard<T> powertoolsNames(String hashFunction) {
        return with(options.withNaming(new PowertoolsNaming(hashFunction)).withCompared(options.compared()));
    }

    private LambdaGuard<T> with(Options<T> changed) {
        return new LambdaGuard<>(operation, changed);
    }

    boolean isOff() {
        return options.off();
    }

    String operationName() {
        return operation.settings().name();
    }

    /**
     * The handler, guarded. It throws what the handler throws, and what {@link #once} throws.
     *
     * @param <I> the type of the event
     */
    public <I extends @Nullable Object> RequestHandler<I, T> handler(RequestHandler<I, T> handler) {
        Objects.requireNonNull(handler, "handler");
        return (event, context) -> once(event, context, () -> handler.handleRequest(event, context));
    }

    /**
     * The same for a handler that wants to know about its attempt. Checked exceptions come out as they are.
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
                throw AsItIs.rethrow(e);
            }
        };
    }

    /**
     * A handler of streams, guarded. Events are JSON. What the handler writes is gathered, stored, and written on after that; a replay is the
     * same to the byte.
     */
    public static RequestStreamHandler streamHandler(LambdaGuard<byte[]> guard, RequestStreamHandler handler) {
        return new StreamWrapper(guard, handler);
    }

    /**
     * The functional form: the value, from this call's work or from an earlier one's.
     *
     * @param event a record, a bean, a map, a {@link JsonNode} or anything else that the mapper can write
     * @param context of the invocation; {@code null} if there is none
     * @throws X what the work throws, as it is
     * @throws dev.semel.RefusedException if there is no value, with the facts of the record; for the rest see {@link Operation#once}
     * @throws InvalidKeyException if the event has no key, and the operation's policy is to refuse that; or if its key is too long
     * @throws IllegalArgumentException if the event has no JSON form, or a text in it can't be decoded
     */
    public <X extends Exception> T once(@Nullable Object event, @Nullable Context context, Work<T, X> work) throws X {
        Objects.requireNonNull(work, "work");
        return attempt(event, context, attempt -> work.run()).orThrow();
    }

    /** The functional form that tells what became of the call, with the facts of the record, instead of throwing {@link dev.semel.RefusedException}. */
    public <X extends Exception> Outcome<T> attempt(
            @Nullable Object event, @Nullable Context context, Work.InContext<dev.semel.Context, T, X> work) throws X {
        return attempt(event, Usual.WHOLE, context, work);
    }

    <X extends Exception> Outcome<T> attempt(
            @Nullable Object event,
            Usual usual,
            @Nullable Context context,
            Work.InContext<dev.semel.Context, T, X> work)
            throws X {
        Objects.requireNonNull(work, "work");
        if (options.off()) {
            return new Outcome.Unprotected<>(work.run(operation.unprotected()));
        }
        JsonNode tree = EventJson.of(event, options.mapper());
        String key = key(tree, usual);
        Fingerprint compared = key == null ? options.naming().nothingCompared() : compared(tree, usual);
        return replayed(TimeLeft.follow(inScope(tree), context).attempt(key, compared, work));
    }

    private Outcome<T> replayed(Outcome<T> outcome) {
        return outcome instanceof Outcome.Replayed<T> replay
                ? new Outcome.Replayed<>(options.onReplay().apply(replay.value(), replay.facts()), replay.facts())
                : outcome;
    }

    private @Nullable String key(JsonNode event, Usual usual) {
        EventPart part = Objects.requireNonNullElse(options.key(), usual.key());
        String key = part.usable(options.naming().key(part.in(event)));
        boolean runs = operation.settings().withoutKey() instanceof Policies.RunUnprotected;
        if (key == null && runs && warned.compareAndSet(false, true)) {
            Log.get()
                    .log(
                            System.Logger.Level.WARNING,
                            "an event of {0} has no key at {1}: it runs without protection, and so will others; this is logged once",
                            operationName(),
                            part);
        }
        return key;
    }

    private Fingerprint compared(JsonNode event, Usual usual) {
        EventPart part = Objects.requireNonNullElse(options.compared(), usual.compared());
        return options.nothingCompared()
                ? options.naming().nothingCompared()
                : options.naming().compared(part.in(event));
    }

    private Operation<T> inScope(JsonNode event) {
        EventPart part = options.scope();
        if (part == null) {
            return operation;
        }
        String scope = EventPart.asKey(part.in(event));
        if (scope == null) {
            throw new InvalidKeyException("an event of " + operationName() + " has no scope at " + part
                    + "; send it, or leave the scope out if there is only one");
        }
        return operation.inScope(scope);
    }
}
