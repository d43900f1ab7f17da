package dev.semel.torture.layer;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import java.time.Duration;
import java.util.function.Supplier;

/** A store that treats claims, renewals, settlements and releases alike. */
public abstract class StoreLayer extends DelegatingStore {
    protected StoreLayer(Store target) {
        super(target);
    }

    /** Makes a call of the target. */
    protected abstract <R> R send(RecordId id, Supplier<R> call);

    @Override
    public final ClaimResult claim(ClaimRequest request) {
        return send(request.id(), () -> super.claim(request));
    }

    @Override
    public final OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return send(id, () -> super.renew(id, token, terms));
    }

    @Override
    public final OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return send(id, () -> super.settle(id, token, result, retention));
    }

    @Override
    public final OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return send(id, () -> super.release(id, token, as, retention));
    }
}
