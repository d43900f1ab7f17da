package dev.semel.http.guard;

import dev.semel.BoundOperation;
import dev.semel.Context;
import dev.semel.Fingerprint;
import dev.semel.InvalidKeyException;
import dev.semel.Keys;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.http.Answer;
import dev.semel.http.Dialogue;
import dev.semel.http.Entry;
import dev.semel.http.Exchange;
import dev.semel.http.Problem;
import dev.semel.http.RequestQuota;
import dev.semel.http.RequestQuota.Admission;
import dev.semel.http.Route;
import dev.semel.http.path.PathPattern;
import dev.semel.http.path.RequestPath;
import dev.semel.http.reply.NotStored;
import dev.semel.http.reply.Replies;
import dev.semel.http.request.KeyField;
import dev.semel.http.request.KeyedRequest;
import dev.semel.http.request.Requests;
import dev.semel.http.status.AsIfSent;
import dev.semel.http.status.StatusAddress;
import dev.semel.http.status.StatusAddresses;
import dev.semel.jackson.JsonKey;
import dev.semel.policy.AfterFailure;
import dev.semel.policy.Policies;
import dev.semel.policy.Reconciler;
import dev.semel.policy.WhileRunning;
import dev.semel.session.Sessions;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.thread.StackRoom;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A route with its operation. A request passes these steps:
 *
 * <ol>
 *   <li>Without a principal it is refused, where the application authenticates its callers and the route does not allow anonymous ones.
 *   <li>Its key is read. A malformed key is refused before the store is asked.
 *   <li>Its body is read, up to the limit. If the route verifies senders, it does so now. Then the fingerprint is taken.
 *   <li>It is claimed. The owner is counted if the route has a quota, and runs the handler. Its answer is stored before the adapter gets it to send.
 *       If the quota is used up, the record is released.
 *   <li>All other requests get the stored answer, or a problem document.
 * </ol>
 *
 * <p>A transaction could wait for itself if it is in the database of the counts. So a request in a transaction is counted before it is claimed, unless
 * its record shows that it does not run. A duplicate of a request that is running in this process waits or is refused before that. A concurrent
 * duplicate has the same key, and is counted once.
 */
final class GuardedRoute {

    private final Route route;
    private final Dialogue dialogue;
    private final PathPattern pattern;
    private final Requests requests;
    private final Operation<Answer> operation;
    private final Operation<Answer> refusing;
    private final Waiters waiters;
    private final Semel semel;
    private final Replies replies;
    private final RequestQuota.@Nullable Counting admissions;

    GuardedRoute(Route route, Dialogue dialogue, Semel semel, StatusAddresses addresses, Waiters.Places threads) {
        this.route = route;
        this.dialogue = dialogue;
        this.pattern = PathPattern.of(route.path(), route.trailingSlashMatters());
        this.requests = new Requests(route, dialogue);
        this.semel = semel;
        this.replies = new Replies(route, dialogue, addresses);
        this.refusing = operation(route, semel, Policies.refuse());
        this.operation = route.policy().whileRunning() instanceof Policies.WaitUpTo wait
                ? operation(route, semel, wait)
                : refusing;
        this.waiters = new Waiters(route.maxWaiting(), threads);
        RequestQuota quota = route.quota();
        this.admissions = quota == null ? null : quota.counting(route, dialogue);
    }

    private static Operation<Answer> operation(Route route, Semel semel, WhileRunning whileRunning) {
        AfterFailure unknown =
                Policies.asAbandoned(NotStored.HandlerFailed.class).orElse(Policies.runAgain());
        boolean runsAgain = route.policy().afterAbandonment() instanceof Policies.RunAgain;
        AfterFailure running = Policies.stillRunning(NotStored.StillRunning.class)
                .orElse(Policies.forget(NotStored.NothingDone.class));
        OperationBuilder<Answer> builder = semel.operation(route.operation(), route.codec());
        Reconciler<Answer> reconciler = route.reconciler();
        if (reconciler != null) {
            builder.reconciler(reconciler);
        }
        return builder.policy(route.policy())
                .retentionOf(route::retentionOf)
                .whileRunning(whileRunning)
                .afterFailure(running.orElse(runsAgain ? Policies.runAgain() : unknown))
                .withoutKey(Policies.refuse())
                .build();
    }

    boolean takes(String method) {
        return route.methods().contains(method);
    }

    boolean matches(RequestPath path) {
        return pattern.matches(path);
    }

    String pathOf(RequestPath path) {
        return path.text(route.trailingSlashMatters());
    }

    boolean threadBound() {
        return route.sessions() != null;
    }

    String operationName() {
        return route.operation();
    }

    int requestLimit() {
        return route.requestLimit();
    }

    /** Returns whether the body is read: a request that is refused for its caller or its key is refused without it. */
    boolean readsBody(Exchange exchange) {
        KeyField.Reading reading = reading(exchange);
        boolean read = reading instanceof KeyField.Reading.Missing && !route.keyRequired() && readsWithoutKey();
        boolean goesOn = route.keyInBody() != null
                || route.keyFunction() != null
                || read
                || reading instanceof KeyField.Reading.Present;
        return goesOn && !refuses(exchange);
    }

    /** Refuses a request whose path may mean this route or another one. */
    Entry ambiguous() {
        return refuse(
                Problem.PATH_AMBIGUOUS,
                "Send it with a path that has no dot segments, encoded slashes or backslashes.");
    }

    Entry enter(Exchange exchange) throws IOException {
        if (refuses(exchange)) {
            return refuse(Problem.PRINCIPAL_MISSING, "Authenticate, and send it again with the same key.");
        }
        JsonKey place = route.keyInBody();
        BiFunction<Exchange, byte[], @Nullable String> function = route.keyFunction();
        if (function != null) {
            return verified(exchange, body -> withKey(exchange, body, function.apply(exchange, body)));
        }
        return place == null ? byHeader(exchange) : verified(exchange, body -> byBody(exchange, body, place));
    }

    private boolean refuses(Exchange exchange) {
        return exchange.principalRequired() && !route.allowsAnonymous() && exchange.principal() == null;
    }

    /** Reads the key in the header. A key that the dialogue does not accept is malformed. */
    private KeyField.Reading reading(Exchange exchange) {
        KeyField.Reading reading = KeyField.read(exchange.header(route.keyHeader()));
        return reading instanceof KeyField.Reading.Present present
                ? dialogue.problemWithKey(present.key())
                        .<KeyField.Reading>map(KeyField.Reading.Malformed::new)
                        .orElse(present)
                : reading;
    }

    private Entry byHeader(Exchange exchange) throws IOException {
        KeyField.Reading reading = reading(exchange);
        if (reading instanceof KeyField.Reading.Present present) {
            return verified(exchange, body -> guarded(new KeyedRequest(exchange, body, present.key())));
        } else if (reading instanceof KeyField.Reading.Malformed malformed) {
            return refuse(
                    Problem.KEY_MALFORMED, "The header " + route.keyHeader() + " is invalid: " + malformed.why() + ".");
        } else if (route.keyRequired()) {
            return send(requests.keyMissing());
        }
        // passes through unless it must be counted or verified
        return readsWithoutKey() ? verified(exchange, body -> unguarded(exchange, body)) : new Entry.PassThrough();
    }

    /** Reads the body and verifies the request. No other path leads to the store, the quota or the application. */
    private Entry verified(Exchange exchange, Function<byte[], Entry> next) throws IOException {
        byte[] body = requests.body(exchange);
        Answer refusal = requests.refusal(exchange, body);
        return body == null || refusal != null ? send(Objects.requireNonNull(refusal)) : next.apply(body);
    }

    private boolean readsWithoutKey() {
        return admissions != null || route.verification() != null;
    }

    private Entry unguarded(Exchange exchange, byte[] body) {
        Admission admission = admissions == null ? Admission.UNCOUNTED : admissions.admit(exchange);
        return admission instanceof Admission.Refused refused
                ? send(refused.answer())
                : new Entry.Run(new UnguardedTicket(route, dialogue, body, (Admission.Granted) admission));
    }

    private Entry byBody(Exchange exchange, byte[] body, JsonKey place) {
        String key;
        try {
            key = place.ofJson(body);
        } catch (IllegalArgumentException e) {
            return refuse(Problem.BODY_UNREADABLE, "The body must be JSON, since it contains the idempotency key.");
        }
        return withKey(exchange, body, key);
    }

    private Entry withKey(Exchange exchange, byte[] body, @Nullable String key) {
        if (key == null) {
            return route.keyRequired() ? send(requests.keyMissing()) : unguarded(exchange, body);
        }
        String problem = Keys.fits(key)
                ? dialogue.problemWithKey(key).orElse(null)
                : "it is longer than " + Keys.MAX_BYTES + " bytes, or has control characters";
        if (problem != null) {
            String where = route.keyInBody() == null
                    ? "The key"
                    : "The key in the body at "
                            + String.join(" and ", route.keyInBody().places());
            return refuse(Problem.KEY_MALFORMED, where + " is invalid: " + problem + ".");
        }
        return guarded(new KeyedRequest(exchange, body, key));
    }

    private Entry refuse(Problem problem, String detail) {
        return send(dialogue.answer(problem.refusal(detail)));
    }

    private static Entry send(Answer answer) {
        return new Entry.Send(answer);
    }

    private Entry guarded(KeyedRequest request) {
        StackRoom.require(); // so that each resource that is taken from here on can be released
        Waiters.Place place = waiters.enter(threadBound() || request.exchange().holdsThread());
        Entry entry = null;
        try {
            entry = claimed(request, place);
            return entry;
        } catch (InvalidKeyException e) {
            return refuse(Problem.KEY_MALFORMED, "The key is invalid: it is too long, or has control characters.");
        } finally {
            if (!(entry instanceof Entry.Wait)) {
                place.leave();
            }
        }
    }

    private Entry claimed(KeyedRequest request, Waiters.Place place) {
        Exchange exchange = request.exchange();
        Fingerprint fingerprint = requests.fingerprint(exchange, request.body());
        Operation<Answer> scoped = operationFor(exchange, place).inScope(route.scopeOf(exchange));
        RouteTicket ticket = new RouteTicket(replies, request, place, threadBound() ? null : admissions);
        Sessions<? extends Context> sessions = route.sessions();
        if (sessions == null) {
            return ticket.follow(scoped.attemptStaged(request.key(), fingerprint, ticket::begin));
        }
        BoundOperation<Answer, ?> bound = scoped.in(sessions);
        Optional<Outcome<Answer>> running = bound.whileAtWork(request.key(), fingerprint);
        if (running.isPresent()) {
            return send(replies.to(running.get(), request));
        }
        Admission before = admission(exchange, scoped.id(request.key()), fingerprint);
        if (before instanceof Admission.Refused refused) {
            return send(refused.answer());
        }
        ticket.admitted((Admission.Granted) before);
        return ticket.follow(bound.attemptStaged(request.key(), fingerprint, ticket::begin));
    }

    private Operation<Answer> operationFor(Exchange exchange, Waiters.Place place) {
        Operation<Answer> chosen = place.mayWait() ? operation : refusing;
        Duration timeLeft = exchange.timeLeft();
        return timeLeft == null ? chosen : chosen.endingWithin(timeLeft);
    }

    /** Counts a request before it is claimed. */
    private Admission admission(Exchange exchange, RecordId id, Fingerprint fingerprint) {
        if (admissions == null) {
            return Admission.UNCOUNTED;
        }
        Optional<StoredRecord> known;
        try {
            known = semel.store().find(id);
        } catch (SemelException e) {
            return new Admission.Refused(Replies.to(e, false, dialogue));
        }
        boolean runs = known.filter(record ->
                        record.state().isSettled() || !record.fingerprint().equals(fingerprint))
                .isEmpty();
        return runs ? admissions.admit(exchange, id) : Admission.UNCOUNTED;
    }

    /** Returns the record's identity of a request that the asking caller could have sent itself. */
    Optional<RecordId> idFor(Exchange asker, StatusAddress address) {
        Exchange asIfSent = new AsIfSent(asker, address);
        return refuses(asIfSent)
                ? Optional.empty()
                : Optional.of(new RecordId(route.operation(), route.scopeOf(asIfSent), address.key()));
    }

    /** Returns the stored answer of a completed request. Empty if the route checks requests before they get it, or renders it: a status address has no request. */
    Optional<Answer> shownAnswer(StoredRecord record) {
        Result result = record.result();
        boolean needsRequest = route.verification() != null || route.replayCheck() != null || route.onReplay() != null;
        if (result == null || needsRequest || result.kind() != Result.Kind.VALUE) {
            return Optional.empty();
        }
        try {
            return Optional.of(route.codec().decode(result.bytes()));
        } catch (RuntimeException e) {
            return Optional.empty(); // a replay reports it
        }
    }
}
