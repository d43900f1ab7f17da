package dev.semel.testkit;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import java.time.Duration;

/** Writes what a store applies into a {@link History}. */
final class RecordingStore extends DelegatingStore {
    private final String node;
    private final History history;

    RecordingStore(String node, Store target, History history) {
        super(target);
        this.node = node;
        this.history = history;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        History.Span beginning = history.begin();
        ClaimResult result;
        try {
            result = super.claim(request);
        } catch (RuntimeException | Error e) {
            history.add(new History.ClaimFailed(node, request.id(), request.nonce(), history.spanOf(beginning)));
            throw e;
        }
        history.add(new History.ClaimAnswered(
                node, result, request.fingerprint(), request.nonce(), history.spanOf(beginning)));
        return result;
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        History.Span beginning = history.begin();
        OwnerWrite write = super.renew(id, token, terms);
        if (write == OwnerWrite.APPLIED) {
            history.add(new History.Renewed(node, id, token, terms.lease(), history.spanOf(beginning)));
        }
        return write;
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        History.Span beginning = history.begin();
        OwnerWrite write = super.settle(id, token, result, retention);
        if (write == OwnerWrite.APPLIED) {
            history.add(new History.Settled(node, id, token, result, retention, history.spanOf(beginning)));
        }
        return write;
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        History.Span beginning = history.begin();
        OwnerWrite write = super.release(id, token, as, retention);
        if (write == OwnerWrite.APPLIED) {
            history.add(new History.Released(node, id, token, as, retention, history.spanOf(beginning)));
        }
        return write;
    }
}
