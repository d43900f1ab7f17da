package dev.semel.testkit;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A store that passes every call on to another one. Extend it to count, record, delay or break calls: override {@link #call} for all
 * calls alike, or a single method for one of them.
 */
public abstract class DelegatingStore implements Store {
    private final Store target;

    /** Creates a store that passes its calls on to {@code target}. */
    protected DelegatingStore(Store target) {
        this.target = target;
    }

    /**
     * Sends a call to the target. Every method except {@link #close} goes through here.
     *
     * @param call the method that was called
     * @param send sends the call and returns the answer; it may be run not at all, or more than once
     */
    protected <R> R call(StoreCall call, Supplier<R> send) {
        return send.get();
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return call(StoreCall.CLAIM, () -> target.claim(request));
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return call(StoreCall.RENEW, () -> target.renew(id, token, terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return call(StoreCall.SETTLE, () -> target.settle(id, token, result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return call(StoreCall.RELEASE, () -> target.release(id, token, as, retention));
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        return call(StoreCall.FIND, () -> target.find(id));
    }

    @Override
    public int purge(int limit) {
        return call(StoreCall.PURGE, () -> target.purge(limit));
    }

    @Override
    public void close() {
        target.close();
    }
}
