package dev.semel.simulation;

import dev.semel.store.Store;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.StoreCall;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A store whose callers occasionally run out of stack, before a call is sent or after it was applied. */
final class OverflowingStore extends DelegatingStore {
    /** The message of the injected errors. */
    static final String INJECTED = "injected";

    private static final int ONE_IN = 100;

    private final Random random;
    private final BooleanSupplier calm;

    /**
     * Wraps a store.
     *
     * @param calm whether to inject no more errors
     */
    OverflowingStore(Store target, Random random, BooleanSupplier calm) {
        super(target);
        this.random = random;
        this.calm = calm;
    }

    @Override
    protected <R> R call(StoreCall call, Supplier<R> send) {
        if (call == StoreCall.FIND || call == StoreCall.PURGE) {
            return send.get();
        }
        overflow();
        R answer = send.get();
        overflow();
        return answer;
    }

    private void overflow() {
        if (random.nextInt(ONE_IN) == 0 && !calm.getAsBoolean()) {
            throw new StackOverflowError(INJECTED);
        }
    }
}
