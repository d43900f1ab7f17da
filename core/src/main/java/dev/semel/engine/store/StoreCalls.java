package dev.semel.engine.store;

import dev.semel.Event;
import dev.semel.SemelException;
import dev.semel.StoreException;
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
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.time.Moment;
import dev.semel.time.Timekeeper;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The only place that calls the store. Checks its answers, and reports its failures to the listeners and the log. */
public final class StoreCalls {
    private final Store store;
    private final Timekeeper time;
    private final Listeners listeners;
    private final Duration storeTimeout;
    private final StoreLog log;
    // Not a faster generator: a process image that is restored many times must not generate the same nonces in each
    // copy.
    private final SecureRandom random = new SecureRandom();

    /** Creates calls to a store, which are repeated for {@code storeTimeout} if it fails. */
    public StoreCalls(Store store, Timekeeper time, Listeners listeners, Duration storeTimeout) {
        this.store = store;
        this.time = time;
        this.listeners = listeners;
        this.storeTimeout = storeTimeout;
        this.log = new StoreLog(store, time);
    }

    /** Returns the store itself. */
    public Store store() {
        return store;
    }

    /** Returns the timekeeper. */
    public Timekeeper time() {
        return time;
    }

    /** Returns the present moment. */
    public Moment now() {
        return new Moment(time.nanoTime(), time.currentTimeMillis());
    }

    /** Reports an event to the listeners, if there are any. */
    public void report(Supplier<Event> event) {
        listeners.report(event);
    }

    /**
     * Returns whether a failed call to the store is repeated: only if another try as long as the last one fits into the
     * budget.
     *
     * @param firstAskedAt when the store was asked for the first time
     * @param lastAskedAt when it was asked for the last time
     */
    public boolean hasTimeToAskAgain(long firstAskedAt, long lastAskedAt) {
        long now = time.nanoTime();
        return now - firstAskedAt + (now - lastAskedAt) <= storeTimeout.toNanos();
    }

    /** Reports a failure of the store to the listeners and the log. */
    public void storeFailed(String operation, Event.StoreCall call, StoreException failure) {
        report(() -> new Event.StoreFailed(operation, call, failure));
        log.failed(operation, call, failure);
    }

    /** Returns a new random nonce. */
    public Nonce nonce() {
        // In one call, since every call of the generator takes its lock.
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        ByteBuffer both = ByteBuffer.wrap(bits);
        return new Nonce(both.getLong(), both.getLong());
    }

    /**
     * Claims a record, and checks that the answer fits the request.
     *
     * @throws StoreException if it is unknown whether the claim was applied
     */
    public ClaimResult claim(ClaimRequest request) {
        ClaimResult result = ask(request.id(), Event.StoreCall.CLAIM, () -> store.claim(request));
        if (!result.record().id().equals(request.id())) {
            throw new StoreContractException("asked for " + request.id() + ", it answered with "
                    + result.record().id());
        }
        if (result instanceof ClaimResult.Claimed
                && !result.record().token().nonce().equals(request.nonce())) {
            throw new StoreContractException("it granted a claim of " + request.id() + " under another caller's nonce");
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

    /**
     * Settles a record.
     *
     * @throws StoreException if it is unknown whether the settlement was applied
     */
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return ask(id, Event.StoreCall.SETTLE, () -> store.settle(id, token, result, retention));
    }

    /**
     * Releases a record.
     *
     * @throws StoreException if it is unknown whether the release was applied
     */
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return ask(id, Event.StoreCall.RELEASE, () -> store.release(id, token, as, retention));
    }

    /** Returns a record that is to be released. */
    public Optional<StoredRecord> find(RecordId id) {
        return ask(id, Event.StoreCall.RELEASE, () -> store.find(id));
    }

    private <R> R ask(RecordId id, Event.StoreCall call, Supplier<@Nullable R> question) {
        R answer;
        try {
            answer = question.get();
        } catch (ResultTooLargeException e) {
            throw e; // not a failure of the store: it refused the result
        } catch (StoreException e) {
            storeFailed(id.operation(), call, e);
            throw e;
        } catch (SemelException e) {
            throw e;
        } catch (RuntimeException e) {
            // A driver's exception that a store did not translate: its outcome is unknown, as with a StoreException.
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
