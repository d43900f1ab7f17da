package dev.semel.simulation;

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

/** From a process to the store and back: both ways take time, and the process may be paused or crash on either. */
final class Wire extends DelegatingStore {
    private final Node node;
    private final Supplier<Duration> oneWay;

    Wire(Node node, Supplier<Duration> oneWay, Store store) {
        super(store);
        this.node = node;
        this.oneWay = oneWay;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return send(() -> super.claim(request));
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
