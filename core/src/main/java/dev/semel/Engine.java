package dev.semel;

import dev.semel.store.Causes;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Store;
import dev.semel.store.StoreContractException;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all operations of one {@link Semel} share, and the only place that calls the store. */
final class Engine {
    private final Store store;
    private final Listeners listeners;
    private final Timekeeper time;
    private final Executor executor;
    private final @Nullable NearCache nearCache;
    private final LocalCalls localCalls = new LocalCalls();
    private final LocalCalls inTransactions = new LocalCalls();
    private final GivingBack givingBack = new GivingBack(this);
    private final OperationNames names = new OperationNames();
    private final Duration storeTimeout;
    private final StoreLog log;
    // Not a faster generator: a process image that is restored many times must not give out the same nonces in each.
    private final SecureRandom random = new SecureRandom();
    private volatile boolean closed;

    /**
     * What a {@link Semel} chooses for all its operations.
     *
     * @param nearCache how many settled records to hold near; 0 for none
     * @param storeTimeout after which a call that fails is not sent to the store again
     */
    record Choices(int nearCache, Duration storeTimeout) {}

    Engine(Store store, Timekeeper time, Executor executor, Listeners listeners, Choices choices) {
        this.store = store;
        this.time = time;
        this.executor = executor;
        this.listeners = listeners;
        this.nearCache = choices.nearCache() == 0 ? null : new NearCache(choices.nearCache(), this::now);
        this.storeTimeout = choices.storeTimeout();
        this.log = new StoreLog(store, time);
    }

    Store store() {
        return store;
    }

    Timekeeper time() {
        return time;
    }

    Moment now() {
        return new Moment(time.nanoTime(), time.currentTimeMillis());
    }

    Executor executor() {
        return executor;
    }

    @Nullable
    NearCache nearCache() {
        return nearCache;
    }

    LocalCalls localCalls() {
        return localCalls;
    }

    /** Calls at work in transactions: they have no answer to join before they are committed, so those who wait claim afterwards. */
    LocalCalls inTransactions() {
        return inTransactions;
    }

    GivingBack givingBack() {
        return givingBack;
    }

    OperationNames names() {
        return names;
    }

    /**
     * Whether a call to the store that has failed is sent again: only if another try that takes as long as the last one fits into the budget.
     *
     * @param firstAskedAt when the store was asked for the first time
     * @param lastAskedAt when it was asked for the last time
     */
    boolean hasTimeToAskAgain(long firstAskedAt, long lastAskedAt) {
        long now = time.nanoTime();
        return now - firstAskedAt + (now - lastAskedAt) <= storeTimeout.toNanos();
    }

    /** Tells the listeners and the log that the store failed. */
    void storeFailed(String operation, Event.StoreCall call, StoreException failure) {
        tell(() -> new Event.StoreFailed(operation, call, failure));
        log.failed(operation, call, failure);
    }

    void tell(Supplier<Event> event) {
        listeners.tell(event);
    }

    void close() {
        closed = true;
        localCalls.wakeAll();
        inTransactions.wakeAll();
    }

    boolean isClosed() {
        return closed;
    }

    void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("this Semel was closed; make calls before it is, or build a new one");
        }
    }

    Nonce nonce() {
        // At once: every call of the generator takes its lock.
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        ByteBuffer both = ByteBuffer.wrap(bits);
        return new Nonce(both.getLong(), both.getLong());
    }

    ClaimResult claim(ClaimRequest request) {
        ClaimResult result = ask(request.id(), Event.StoreCall.CLAIM, () -> store.claim(request));
        if (!result.record().id().equals(request.id())) {
            throw new StoreContractException("asked for " + request.id() + ", it answered with "
                    + result.record().id());
        }
        if (result instanceof ClaimResult.Claimed
                && !result.record().token().nonce().equals(request.nonce())) {
            throw new StoreContractException("it granted a claim of " + request.id() + " under somebody else's nonce");
        }
        boolean mismatch = result instanceof ClaimResult.Mismatch;
        if (mismatch == result.record().fingerprint().equals(request.fingerprint())) {
            throw new StoreContractException("it answered " + result.getClass().getSimpleName() + " for " + request.id()
                    + ", whose fingerprint says otherwise");
        }
        return result;
    }

    OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return ask(id, Event.StoreCall.RENEW, () -> store.renew(id, token, terms));
    }

    OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return ask(id, Event.StoreCall.SETTLE, () -> store.settle(id, token, result, retention));
    }

    OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return ask(id, Event.StoreCall.RELEASE, () -> store.release(id, token, as, retention));
    }

    /** Looks for a record that is to be released. */
    Optional<StoredRecord> find(RecordId id) {
        return ask(id, Event.StoreCall.RELEASE, () -> store.find(id));
    }

    private <R> R ask(RecordId id, Event.StoreCall call, Supplier<@Nullable R> question) {
        R answer;
        try {
            answer = question.get();
        } catch (ResultTooLargeException e) {
            throw e; // the store did its work: it refused
        } catch (StoreException e) {
            storeFailed(id.operation(), call, e);
            throw e;
        } catch (SemelException e) {
            throw e;
        } catch (RuntimeException e) {
            // A driver's exception that a store let through: as unknown an outcome as any other.
            StoreException failure = new StoreException(
                    "the store failed at " + call + " of " + id + " with "
                            + e.getClass().getName() + ": " + Causes.of(e),
                    e);
            storeFailed(id.operation(), call, failure);
            throw failure;
        }
        if (answer == null) {
            throw new StoreContractException("it answered " + call + " of " + id + " with null");
        }
        return answer;
    }
}
