package dev.semel.simulation;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * From a process to the store and back: both ways take time, and the process may be paused or crash on either. A claim may be held up on its
 * way for so long that its sender gives it up; the store gets it all the same.
 */
final class Wire extends DelegatingStore {
    private final Node node;
    private final Supplier<Duration> oneWay;
    private final Predicate<Runnable> late;

    /**
     * A wire.
     *
     * @param late whether it delivers a claim some time later; its sender gets an error now
     */
    Wire(Node node, Supplier<Duration> oneWay, Predicate<Runnable> late, Store store) {
        super(store);
        this.node = node;
        this.oneWay = oneWay;
        this.late = late;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        if (late.test(() -> super.claim(request))) {
            throw new StoreException("injected: no answer, and the claim is in flight", null);
        }
        return send(() -> super.claim(request));
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        return send(() -> super.find(id));
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return send(() -> super.renew(id, token, terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return send(() -> super.settle(id, token, result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return send(() -> super.release(id, token, as, retention));
    }

    private <R> R send(Supplier<R> call) {
        node.sleep(oneWay.get());
        R answer = call.get();
        node.sleep(oneWay.get());
        return answer;
    }
}
