package dev.semel.torture;

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

/** Hands every call on; made to be extended. */
class StoreAround implements Store {
    private final Store target;

    StoreAround(Store target) {
        this.target = target;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return target.claim(request);
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return target.renew(id, token, terms);
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return target.settle(id, token, result, retention);
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return target.release(id, token, as, retention);
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        return target.find(id);
    }

    @Override
    public int purge(int limit) {
        return target.purge(limit);
    }

    @Override
    public void close() {
        target.close();
    }
}
