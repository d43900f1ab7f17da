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
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A store whose callers run out of stack now and then, before a call is sent or after it was applied. */
final class OverflowingStore extends DelegatingStore {
    /** What its errors say. */
    static final String INJECTED = "injected";

    private static final int ONE_IN = 100;

    private final Random random;
    private final BooleanSupplier calm;

    /**
     * Wraps a store.
     *
     * @param calm whether nothing is to go wrong any more
     */
    OverflowingStore(Store target, Random random, BooleanSupplier calm) {
        super(target);
        this.random = random;
        this.calm = calm;
    }

    private <R> R call(Supplier<R> call) {
        overflow();
        R answer = call.get();
        overflow();
        return answer;
    }

    private void overflow() {
        if (random.nextInt(ONE_IN) == 0 && !calm.getAsBoolean()) {
            throw new StackOverflowError(INJECTED);
        }
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return call(() -> super.claim(request));
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return call(() -> super.renew(id, token, terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return call(() -> super.settle(id, token, result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return call(() -> super.release(id, token, as, retention));
    }
}
