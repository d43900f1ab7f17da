package dev.semel.http;

import dev.semel.AfterFailure;
import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.InvalidKeyException;
import dev.semel.Keys;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Policies;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.WhileRunning;
import dev.semel.batch.StackRoom;
import dev.semel.jackson.JsonKey;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A route with its operation. A request goes through these steps:
 *
 * <ol>
 *   <li>Without a principal it is refused, where the application authenticates its callers and the route does not allow anonymous ones.
 *   <li>Its key is read; what is malformed is refused before the store is asked.
 *   <li>Its body is read, up to the limit. If the route verifies its sender, that is done now. Then its fingerprint is taken.
 *   <li>It is claimed. Whoever owns it is counted, if the route has a quota, and runs the handler; its answer is stored before it is given to the
 *       adapter to be sent. Without room in the quota the record is released.
 *   <li>Everybody else gets the stored answer, or a problem document.
 * </ol>
 *
 * <p>A runner may hold a transaction of the database in which the counts are, which could then wait for itself. So there the request is counted before it
 * is claimed, unless its record says that it does not run. A duplicate that comes at the same moment has the same key, and is counted once.
 */
final class GuardedRoute {

    private final Route route;
    private final PathPattern pattern;
    private final Requests requests;
    private final Operation<Answer> operation;
    private final Operation<Answer> refusing;
    private final Waiters waiters;
    private final Runner runner;
    private final Semel semel;
    private final StatusAddresses addresses;
    private final @Nullable Admissions admissions;
    private final InFlight inFlight = new InFlight();

    GuardedRoute(Route route, Semel semel, StatusAddresses addresses, Waiters.Places threads) {
        this.route = route;
        this.pattern = PathPattern.of(route.path, route.slashMatters);
        this.requests = new Requests(route);
        this.semel = semel;
        this.addresses = addresses;
        this.refusing = operation(route, semel, Policies.refuse());
        this.operation = route.duplicates instanceof Duplicates.Wait wait
                ? operation(route, semel, Policies.waitUpTo(wait.limit()))
                : refusing;
        this.waiters = new Waiters(route.mostWaiting, threads);
        this.runner = route.runner == null ? Operation::attemptStaged : route.runner;
        this.admissions = route.quota == null ? null : new Admissions(route.quota, route);
    }

    private static Operation<Answer> operation(Route route, Semel semel, WhileRunning whileRunning) {
        // What is too large for a runner is replaced before it gets here; see keepable.
        int most = route.runner == null ? route.mostAnswerBytes : Integer.MAX_VALUE;
        Codec<Answer> codec = new AnswerCodec(new ReplayedHeaders(route.moreHeaders), most);
        AfterFailure unknown =
                Policies.asAbandoned(NotStored.HandlerFailed.class).orElse(Policies.runAgain());
        boolean runsAgain = route.afterAbandonment instanceof Policies.RunAgain;
        AfterFailure running = Policies.stillRunning(NotStored.StillRunning.class)
                .orElse(Policies.forget(NotStored.NothingDone.class));
        return semel.operation(route.operation, codec)
                .retention(route.retention)
                .retentionOf(route::retentionOf)
                .lease(route.lease)
                .whileRunning(whileRunning)
                .afterAbandonment(route.afterAbandonment)
                .afterFailure(running.orElse(runsAgain ? Policies.runAgain() : unknown))
                .withoutStore(route.withoutStore ? Policies.runUnprotected() : Policies.refuse())
                .build();
    }

    boolean takes(String method) {
        return route.methods.contains(method);
    }

    boolean matches(RequestPath path) {
        return pattern.matches(path);
    }

    String pathOf(RequestPath path) {
        return path.text(route.slashMatters);
    }

    boolean runsInPlace() {
        return route.runner != null;
    }

    String operationName() {
        return route.operation;
    }

    int answerLimit() {
        return route.mostAnswerBytes;
    }

    int requestLimit() {
        return route.mostRequestBytes;
    }

    /** What is refused for its caller or its key is refused without its body. */
    boolean readsBody(Exchange exchange) {
        KeyField.Reading reading = KeyField.read(exchange.header(route.header));
        boolean read = reading instanceof KeyField.Reading.Missing && !route.keyRequired && readsWithoutKey();
        boolean goesOn = route.keyInBody != null || read || reading instanceof KeyField.Reading.Present;
        return goesOn && !refuses(exchange);
    }

    Optional<CompletionStage<Answer>> handle(Exchange exchange, Handler handler) throws IOException {
        if (refuses(exchange)) {
            return Optional.of(
                    now(Problem.PRINCIPAL_MISSING.answer("Authenticate, and send it again with the same key.")));
        }
        JsonKey place = route.keyInBody;
        return place == null
                ? byHeader(exchange, handler)
                : Optional.of(verified(exchange, handler, asked -> byBody(asked, place)));
    }

    private boolean refuses(Exchange exchange) {
        return exchange.principalRequired() && !route.anonymousAllowed && exchange.principal() == null;
    }

    private Optional<CompletionStage<Answer>> byHeader(Exchange exchange, Handler handler) throws IOException {
        KeyField.Reading reading = KeyField.read(exchange.header(route.header));
        if (reading instanceof KeyField.Reading.Present present) {
            return Optional.of(verified(exchange, handler, asked -> guarded(asked, present.key())));
        } else if (reading instanceof KeyField.Reading.Malformed malformed) {
            return Optional.of(now(Problem.KEY_MALFORMED.answer(
                    "The header " + route.header + " can't be used: " + malformed.why() + ".")));
        }
        return route.keyRequired ? Optional.of(now(requests.keyMissing())) : withoutKey(exchange, handler);
    }

    /** Reads the body and verifies the request; nothing but this may lead to the store, the quota or the handler. */
    private CompletionStage<Answer> verified(
            Exchange exchange, Handler handler, Function<Asked, CompletionStage<Answer>> next) throws IOException {
        byte[] body = requests.body(exchange);
        Answer refusal = requests.refusal(exchange, body);
        return body == null || refusal != null
                ? now(Objects.requireNonNull(refusal))
                : next.apply(new Asked(exchange, body, handler));
    }

    /** Untouched, unless it has to be counted or verified. */
    private Optional<CompletionStage<Answer>> withoutKey(Exchange exchange, Handler handler) throws IOException {
        return readsWithoutKey() ? Optional.of(verified(exchange, handler, this::unguarded)) : Optional.empty();
    }

    private boolean readsWithoutKey() {
        return admissions != null || route.verification != null;
    }

    private CompletionStage<Answer> unguarded(Asked asked) {
        Admission admission = admissions == null ? Admission.UNCOUNTED : admissions.admit(asked.exchange);
        if (admission instanceof Admission.Refused refused) {
            return now(refused.answer());
        }
        Admission.Granted granted = (Admission.Granted) admission;
        RouteQuota quota = route.quota;
        return asked.handler.handle(asked.body, null).thenCompose(given -> {
            Answer answer = given.notStored();
            return quota == null || quota.counts(answer)
                    ? now(answer.adding(granted.fields()))
                    // The store is asked, which the thread that has given the answer may not be made to wait for.
                    : CompletableFuture.supplyAsync(() -> answer.adding(granted.beside(false)));
        });
    }

    private CompletionStage<Answer> byBody(Asked asked, JsonKey place) {
        String key;
        try {
            key = place.ofJson(asked.body);
        } catch (IllegalArgumentException e) {
            return now(Problem.BODY_UNREADABLE.answer("The body must be JSON, since it holds the idempotency key."));
        }
        if (key != null && !Keys.fits(key)) {
            return now(Problem.KEY_MALFORMED.answer("The key in the body at " + String.join(" and ", place.places())
                    + " can't be used: it is longer than " + Keys.MAX_BYTES + " bytes, or has control characters."));
        }
        if (key != null) {
            return guarded(asked, key);
        }
        return route.keyRequired ? now(requests.keyMissing()) : unguarded(asked);
    }

    private static CompletionStage<Answer> now(Answer answer) {
        return CompletableFuture.completedFuture(answer);
    }

    private CompletionStage<Answer> guarded(Asked asked, String key) {
        StackRoom.require(); // whatever is taken from here on can be given back
        Waiters.Place place = waiters.enter(runsInPlace() || asked.exchange.holdsThread());
        try {
            return guarded(asked, key, place).whenComplete((answer, thrown) -> place.leave());
        } catch (RuntimeException | Error e) {
            place.leave();
            throw e;
        }
    }

    private CompletionStage<Answer> guarded(Asked asked, String key, Waiters.Place place) {
        Fingerprint fingerprint = requests.fingerprint(asked.exchange, asked.body);
        GuardedRequest request = new GuardedRequest(route, asked, runsInPlace() ? null : admissions, place);
        CompletionStage<Outcome<Answer>> attempt;
        try {
            String scope = scope(asked.exchange);
            Operation<Answer> scoped = operationFor(asked.exchange, place).inScope(scope);
            RecordId id = new RecordId(route.operation, scope, key);
            ClaimResult running = runsInPlace() ? inFlight.await(id, fingerprint, patience(place)) : null;
            if (running != null) {
                return now(answer(scoped.recording().answer(running), request, asked.exchange, key));
            }
            Admission before = admission(asked.exchange, id, fingerprint);
            if (before instanceof Admission.Refused refused) {
                return now(refused.answer());
            }
            request.admitted((Admission.Granted) before);
            attempt = runsInPlace()
                    ? inPlace(scoped, id, fingerprint, request)
                    : runner.attempt(scoped, key, fingerprint, request::run);
        } catch (InvalidKeyException e) {
            return now(
                    Problem.KEY_MALFORMED.answer("The key can't be used: it is too long, or has control characters."));
        }
        return request.ending(
                attempt,
                (outcome, thrown) -> request.marked(
                        outcome != null
                                ? answer(outcome, request, asked.exchange, key)
                                : Failures.answerTo(
                                        GuardedRequest.unwrap(Objects.requireNonNull(thrown)), request.produced()),
                        outcome));
    }

    private Duration patience(Waiters.Place place) {
        return place.mayWait() && route.duplicates instanceof Duplicates.Wait wait ? wait.limit() : Duration.ZERO;
    }

    /** Those who wait go on when it has ended, whether or not it was the one that ran. */
    private CompletionStage<Outcome<Answer>> inPlace(
            Operation<Answer> scoped, RecordId id, Fingerprint fingerprint, GuardedRequest request) {
        InFlight.Entry mine = inFlight.entry(id, fingerprint);
        try {
            return runner.attempt(scoped, id.key(), fingerprint, context -> {
                        mine.begin();
                        return request.run(context);
                    })
                    .whenComplete((outcome, thrown) -> mine.end());
        } catch (RuntimeException | Error e) {
            mine.end();
            throw e;
        }
    }

    private Operation<Answer> operationFor(Exchange exchange, Waiters.Place place) {
        Operation<Answer> chosen = place.mayWait() ? operation : refusing;
        Duration timeLeft = exchange.timeLeft();
        return timeLeft == null ? chosen : chosen.endingWithin(timeLeft);
    }

    /** What is counted before it is claimed; a key that can't be one is for the operation to refuse. */
    private Admission admission(Exchange exchange, RecordId id, Fingerprint fingerprint) {
        if (admissions == null || !runsInPlace() || !Keys.fits(id.key())) {
            return Admission.UNCOUNTED;
        }
        Optional<StoredRecord> known;
        try {
            known = semel.store().find(id);
        } catch (SemelException e) {
            return new Admission.Refused(Failures.answerTo(e, null));
        }
        boolean runs = known.filter(record ->
                        record.state().isSettled() || !record.fingerprint().equals(fingerprint))
                .isEmpty();
        return runs ? admissions.admit(exchange, id) : Admission.UNCOUNTED;
    }

    private Answer answer(Outcome<Answer> outcome, GuardedRequest request, Exchange exchange, String key) {
        if (outcome instanceof Outcome.Executed<Answer> executed) {
            Answer first = request.produced();
            return first == null ? executed.value() : first;
        } else if (outcome instanceof Outcome.Unprotected<Answer> unprotected) {
            return unprotected.value();
        } else if (outcome instanceof Outcome.Replayed<Answer> replayed) {
            return request.replayed(replayed.value());
        } else if (outcome instanceof Outcome.InProgress) {
            return inProgress(exchange, key);
        } else if (outcome instanceof Outcome.Mismatched) {
            return Problem.OTHER_REQUEST.answer(route.statusOfOtherRequest, "Send this request with a different key.");
        } else if (outcome instanceof Outcome.InDoubt) {
            return Problem.IN_DOUBT.answer(
                    "The outcome of the earlier request is still unknown. Do not retry with a different key.");
        }
        return Problem.FAILED_BEFORE.answer("Send it with another key to try again.");
    }

    private Answer inProgress(Exchange exchange, String key) {
        return address(exchange, key)
                .map(path -> Problem.IN_PROGRESS
                        .answer(202, "The address in Location shows its outcome.")
                        .with("Location", String.join("", exchange.mounts()) + path))
                .orElseGet(() -> Problem.IN_PROGRESS.answer("Send it again with the same key a little later."));
    }

    private Optional<String> address(Exchange exchange, String key) {
        if (!(route.duplicates instanceof Duplicates.Accepted)) {
            return Optional.empty();
        }
        RecordId id = new RecordId(route.operation, scope(exchange), key);
        StatusAddress address = new StatusAddress(route.operation, exchange.method(), exchange.path(), key);
        return runsInPlace()
                ? addresses.publishLater(id, address, route.retention)
                : addresses.publish(id, address, route.retention);
    }

    /** The record of a request that the asker could have made itself. */
    Optional<StoredRecord> find(Exchange asker, StatusAddress address) {
        Exchange asIfSent = new AsIfSent(asker, address);
        return refuses(asIfSent)
                ? Optional.empty()
                : semel.store().find(new RecordId(route.operation, scope(asIfSent), address.key()));
    }

    private String scope(Exchange exchange) {
        return route.scope == null
                ? Scopes.of(exchange.principal(), exchange.method(), exchange.path())
                : route.scope.apply(exchange);
    }
}
