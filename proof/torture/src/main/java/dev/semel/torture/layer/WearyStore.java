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

/** A store of which some calls are made with hardly any stack left. The engine and the work above it have enough. */
public final class WearyStore extends DelegatingStore {
    private final LittleStack stack;

    public WearyStore(Store target, LittleStack stack) {
        super(target);
        this.stack = stack;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return stack.call(() -> super.claim(request));
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return stack.call(() -> super.renew(id, token, terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return stack.call(() -> super.settle(id, token, result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return stack.call(() -> super.release(id, token, as, retention));
    }
}
