package dev.semel.engine.call;

import dev.semel.Event;
import dev.semel.Facts;
import dev.semel.Outcome;
import dev.semel.StoreException;
import dev.semel.engine.join.Hints;
import dev.semel.engine.join.LocalCalls.LocalCall;
import dev.semel.engine.join.LocalCalls.Waiter;
import dev.semel.engine.join.NearCache;
import dev.semel.engine.join.Settled;
import dev.semel.engine.store.Lease;
import dev.semel.policy.Policies;
import dev.semel.session.Session;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.StoreContractException;
import dev.semel.store.StoredRecord;
import dev.semel.time.Backoff;
import dev.semel.time.Moment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The first phase of a call, until it has an answer or owns the record:
 *
 * <ol>
 *   <li>The near cache, if there is one.
 *   <li>A call of this JVM that can be joined, if the policy is to wait.
 *   <li>A claim. It is repeated with the same nonce if the store fails and there is time, so a claim whose reply was
 *       lost is recognised.
 *   <li>If another owner is running the work and the policy is to wait: a pause, and again from step 2. A waiter claims
 *       again instead of reading, so it takes over in the same step in which it detects that the owner has gone. It
 *       never touches the owner's record.
 * </ol>
 *
 * <p>One thread at a time uses it.
 */
final class Claiming<T extends @Nullable Object> implements Step.Phase<ClaimingResult<T>> {
    private static final int CLAIM_TRIES = 3;
    private static final int MOST_RESTARTS = 20;
    private static final Duration JUST_AFTER = Duration.ofMillis(1);

    private final OperationCall<T, ?> call;
    private final Definition<T> definition;
    private final Engine engine;
    private final RecordId id;
    private final ClaimRequest request;
    private final @Nullable Thread caller;
    private final Optional<Duration> patience;
    private final long startedAt;
    private @Nullable Backoff polling;
    private boolean nearCacheAsked;
    private int failures;
    private int restarts;
    private long failingSince;
    private @Nullable Backoff failing;
    private boolean sawOwner;
    private boolean mayHaveClaimed;
    private volatile @Nullable Facts knownFacts;
    private @Nullable LocalCall joined;
    private @Nullable Waiter waiter;
    private @Nullable LocalCall leading;
    private @Nullable Hints hints;

    /**
     * Creates the phase.
     *
     * @param caller the thread that will run the work itself; {@code null} if the work is not bound to one thread
     */
    Claiming(OperationCall<T, ?> call, ClaimRequest request, @Nullable Thread caller) {
        this.call = call;
        this.definition = call.definition();
        this.engine = definition.engine();
        this.request = request;
        this.id = request.id();
        this.caller = caller;
        this.patience = definition.patience();
        this.startedAt = engine.time().nanoTime();
    }

    @Override
    public Step<ClaimingResult<T>> next() {
        try {
            engine.ensureOpen();
            Step<ClaimingResult<T>> step = call.isHeldByTransaction() ? null : fromThisJvm();
            step = step == null ? fromStore() : step;
            if (step instanceof Step.Done<ClaimingResult<T>>) {
                stopLeading(Optional.empty());
            }
            return step;
        } catch (RuntimeException | Error e) {
            try {
                failLeading(e);
            } finally {
                giveBack();
            }
            throw e;
        }
    }

    private @Nullable Step<ClaimingResult<T>> fromThisJvm() {
        Step<ClaimingResult<T>> step = fromNearCache();
        // A claim that failed may have been granted. Other calls then wait for this one, so it must not wait for them.
        return step == null && patience.isPresent() && failures == 0 ? fromLocalCall() : step;
    }

    /**
     * Gives back the record of a call whose work will not run. A claim whose reply was lost may have been applied or
     * may be applied later, and must not keep the record.
     */
    private void giveBack() {
        if (mayHaveClaimed) {
            mayHaveClaimed = false;
            engine.givingBack().add(definition, request, true);
        }
    }

    /** Returns that another call was found running, if it was, from any thread and before the phase has ended. */
    Optional<Outcome<T>> knownOwner() {
        return Optional.ofNullable(knownFacts).map(Outcome.InProgress::new);
    }

    /** Abandons the phase during a pause. */
    void abandon() {
        leave();
        stopLeading(Optional.empty());
        giveBack();
    }

    /**
     * Blocks while calls of this JVM are running in a transaction. Returns the outcome of this call if they have
     * another request or take too long.
     */
    Optional<Outcome<T>> whileAtWork() {
        for (LocalCall other = engine.inTransactions().get(id);
                other != null;
                other = engine.inTransactions().get(id)) {
            engine.ensureOpen();
            if (!asksTheSame(other)) {
                return Optional.of(reportMismatched(other.facts()));
            }
            Duration left = patienceLeft();
            if (left.isZero() || !waitHere(other, left)) {
                return Optional.of(reportInProgress(other.facts()));
            }
        }
        return Optional.empty();
    }

    /** Returns false if it was interrupted. */
    private boolean waitHere(LocalCall other, Duration left) {
        Waiter waiting = other.join();
        try {
            engine.time().await(waiting.called(), left);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            other.leave(waiting);
        }
    }

    private @Nullable Step<ClaimingResult<T>> fromNearCache() {
        NearCache near = engine.nearCache();
        if (near == null || nearCacheAsked) {
            return null;
        }
        nearCacheAsked = true;
        Settled settled = near.get(id);
        return settled == null ? null : replayed(settled, Event.Source.NEAR_CACHE);
    }

    private @Nullable Step<ClaimingResult<T>> fromLocalCall() {
        LocalCall waitedFor = leave();
        Optional<Settled> settled = waitedFor == null ? Optional.empty() : waitedFor.answer();
        if (settled.isPresent()) {
            return replayed(settled.get(), Event.Source.JOINED);
        }
        if (waitedFor != null && waitedFor.failure() != null) {
            throw new StoreException(
                    "the store failed for the call that asked it on behalf of this one", waitedFor.failure());
        }
        LocalCall call = engine.localCalls().get(id);
        if (call == null && waitedFor != null && asksTheSame(waitedFor)) {
            call = lead(waitedFor.facts()); // of all woken waiters, only one needs to ask the store
        }
        return call == null || call == leading ? null : join(call);
    }

    /** Stops waiting for the call that was joined, and returns it. */
    private @Nullable LocalCall leave() {
        LocalCall left = joined;
        if (left != null && waiter != null) {
            left.leave(waiter);
        }
        joined = null;
        waiter = null;
        return left;
    }

    /** Waits for another call's answer. Returns {@code null} if the store has to be asked. */
    private @Nullable Step<ClaimingResult<T>> join(LocalCall call) {
        if (!asksTheSame(call)) {
            return null; // only the store knows which of the two requests the record has by now
        }
        if (call.isOwnedByThisThread()) {
            return inProgress(call.facts());
        }
        if (!call.isStuck(engine.time().nanoTime())) {
            return waitFor(call);
        }
        LocalCall asking = lead(call.facts()); // of all calls that find it stuck, only one needs to ask the store
        return asking == leading || !asksTheSame(asking) ? null : waitFor(asking);
    }

    /** Offers to ask the store on behalf of all waiters. Returns the call that does. */
    private LocalCall lead(Facts facts) {
        long now = engine.time().nanoTime();
        LocalCall mine = new LocalCall(request.fingerprint(), caller, facts);
        mine.asks(now);
        LocalCall asking = engine.localCalls().offer(id, mine, now);
        if (asking == mine) {
            stopLeading(Optional.empty());
            leading = mine;
        }
        return asking;
    }

    private boolean asksTheSame(LocalCall call) {
        return call.fingerprint().equals(request.fingerprint());
    }

    private Step<ClaimingResult<T>> waitFor(LocalCall call) {
        stopLeading(Optional.empty());
        Duration left = patienceLeft();
        if (left.isZero()) {
            return inProgress(call.facts());
        }
        sawOwner = true;
        knownFacts = call.facts();
        joined = call;
        waiter = call.join();
        // Look again when the owner's lease would end or the polling call has been silent: a stuck call never completes
        // its answer.
        Lease lease = call.lease();
        Duration lookAgain = lease == null ? LocalCall.STALE_AFTER : lease.timeLeft();
        return new Step.Pause<>(shorter(left, lookAgain.plus(JUST_AFTER)), waiter.called());
    }

    private Step<ClaimingResult<T>> fromStore() {
        engine.givingBack().wake();
        Moment askedAt = engine.now();
        if (leading != null) {
            leading.asks(askedAt.nanos());
        }
        if (hints != null) {
            hints.listen();
        }
        boolean sentBefore = mayHaveClaimed;
        mayHaveClaimed = !call.isHeldByTransaction(); // the end of a transaction undoes its claim
        Session.Claim claim = call.session().claim(patienceLeft());
        if (claim instanceof Session.Unknown unknown) {
            return storeFailed(unknown.why(), askedAt.nanos());
        } else if (claim instanceof Session.StartOver startOver) {
            return startOver(startOver.why());
        }
        ClaimResult result = ((Session.Found) claim).result();
        failures = 0;
        failing = null;
        if (result instanceof ClaimResult.Claimed claimed) {
            return owned(claimed, askedAt, sentBefore);
        }
        mayHaveClaimed = sentBefore;
        return refused(result, askedAt);
    }

    /** Pauses before another claim, since nothing was claimed and other calls use the same record. */
    private Step<ClaimingResult<T>> startOver(StoreException why) {
        restarts++;
        if (restarts == MOST_RESTARTS) {
            engine.calls().storeFailed(id.operation(), Event.StoreCall.CLAIM, why);
            throw why;
        }
        long most = 1_000_000L << Math.min(restarts, 5);
        return Step.pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(most)));
    }

    private Step<ClaimingResult<T>> refused(ClaimResult result, Moment askedAt) {
        StoredRecord record = result.record();
        if (result instanceof ClaimResult.Settled) {
            Settled settled = Settled.of(record);
            if (!call.isHeldByTransaction()) { // which may have written the record itself without committing
                remember(settled, record, askedAt);
            }
            return replayed(settled, Event.Source.STORE);
        } else if (result instanceof ClaimResult.Mismatch) {
            return mismatched(record.facts());
        } else if (result instanceof ClaimResult.InDoubt) {
            Facts facts = record.facts();
            engine.report(() -> new Event.InDoubt(facts));
            return answer(new Outcome.InDoubt<>(facts));
        } else if (result instanceof ClaimResult.Busy) {
            return busy(record.facts());
        }
        throw new StoreContractException("it answered with " + result.getClass());
    }

    private Step<ClaimingResult<T>> owned(ClaimResult.Claimed claimed, Moment askedAt, boolean sentBefore) {
        Ownership<T> ownership = new Ownership<>(call, claimed, askedAt, sentBefore);
        if (claimed.tookOver()) {
            engine.report(() -> new Event.TookOver(ownership.facts()));
        }
        Lease lease = ownership.lease();
        if (patience.isPresent() && lease != null) {
            LocalCall mine = leading;
            if (mine == null) {
                mine = new LocalCall(request.fingerprint(), caller, ownership.facts());
            }
            mine.own(lease);
            engine.localCalls().put(id, mine);
            ownership.answerThrough(mine);
        }
        leading = null;
        return Step.done(new ClaimingResult.Owned<>(ownership));
    }

    private Step<ClaimingResult<T>> busy(Facts facts) {
        sawOwner = true;
        knownFacts = facts;
        Duration left = patienceLeft();
        if (left.isZero() || call.isHeldByTransaction()) {
            return inProgress(facts);
        }
        LocalCall asking = leading == null ? lead(facts) : leading;
        if (asking == leading) {
            asking.seen(facts);
        } else if (asksTheSame(asking)) {
            return waitFor(asking);
        }
        if (polling == null) {
            hints = Hints.of(engine.calls().store(), engine.time(), id);
            polling = hints == null ? Backoff.forPolling() : Backoff.besideHints();
        }
        Duration pause = shorter(shorter(polling.next(), facts.leaseLeft().plus(JUST_AFTER)), left);
        return new Step.Pause<>(pause, hints == null ? null : hints.next());
    }

    private Step<ClaimingResult<T>> storeFailed(StoreException failure, long askedAt) {
        if (call.isHeldByTransaction()) {
            engine.calls().storeFailed(id.operation(), Event.StoreCall.CLAIM, failure);
            throw failure; // the transaction can't be used any more
        }
        failingSince = failures == 0 ? askedAt : failingSince;
        failures++;
        if (failures < CLAIM_TRIES && engine.calls().hasTimeToAskAgain(failingSince, askedAt)) {
            failing = failing == null ? Backoff.forFailures() : failing;
            return Step.pause(failing.next());
        }
        // A call that knows of a running owner must not run concurrently with it.
        if (definition.settings().withoutStore() instanceof Policies.RunUnprotected && !sawOwner) {
            return Step.done(new ClaimingResult.Unprotected<>(failure));
        }
        throw failure;
    }

    private Step<ClaimingResult<T>> replayed(Settled settled, Event.Source source) {
        if (!settled.fingerprint().equals(request.fingerprint())) {
            return mismatched(settled.facts());
        }
        stopLeading(Optional.of(settled));
        return answer(definition.replay(settled, source));
    }

    private Step<ClaimingResult<T>> mismatched(Facts facts) {
        return answer(reportMismatched(facts));
    }

    private Outcome<T> reportMismatched(Facts facts) {
        engine.report(() -> new Event.Mismatched(facts));
        return new Outcome.Mismatched<>(facts);
    }

    private Step<ClaimingResult<T>> inProgress(Facts facts) {
        return answer(reportInProgress(facts));
    }

    private Outcome<T> reportInProgress(Facts facts) {
        engine.report(() -> new Event.Refused(facts));
        return new Outcome.InProgress<>(facts);
    }

    private Step<ClaimingResult<T>> answer(Outcome<T> outcome) {
        giveBack();
        return Step.done(new ClaimingResult.Answer<>(outcome));
    }

    private void remember(Settled settled, StoredRecord record, Moment askedAt) {
        NearCache near = engine.nearCache();
        if (near != null && record.expiresAt() != null) {
            near.put(id, settled, askedAt, Duration.between(record.asOf(), record.expiresAt()));
        }
    }

    private Duration patienceLeft() {
        long left = patience.orElse(Duration.ZERO).toNanos() - (engine.time().nanoTime() - startedAt);
        return left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }

    private void stopLeading(Optional<Settled> answer) {
        Hints watched = hints;
        hints = null;
        if (watched != null) {
            watched.close();
            polling = null;
        }
        LocalCall call = leading;
        leading = null;
        if (call != null) {
            engine.localCalls().end(id, call, answer);
        }
    }

    private void failLeading(Throwable thrown) {
        if (leading != null && thrown instanceof StoreException failure) {
            engine.localCalls().fail(id, leading, failure);
        }
        stopLeading(Optional.empty());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
