package dev.semel.testkit.session;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.store.Store;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Runs work under a lease on any store, blocking or as a stage. Its effects are outside of the store. */
public final class LeasedForm implements Form {
    private final Store target;
    private final FaultyStore store;
    private final boolean isStaged;
    private final Map<String, Integer> effects = new ConcurrentHashMap<>();
    private volatile boolean isCutOff;

    private LeasedForm(Store target, boolean isStaged) {
        this.target = target;
        this.isStaged = isStaged;
        this.store = new FaultyStore(target, call -> isCutOff ? Fault.lostRequest() : Fault.none(), time -> {});
    }

    /** Returns a form that runs the work on the calling thread. It closes the store when it is closed. */
    public static LeasedForm blocking(Store store) {
        return new LeasedForm(store, false);
    }

    /** Returns a form that runs the work as a stage. It closes the store when it is closed. */
    public static LeasedForm staged(Store store) {
        return new LeasedForm(store, true);
    }

    @Override
    public Set<Trait> traits() {
        return isStaged ? Set.of(Trait.HAS_NO_THREAD) : Set.of();
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Store observer() {
        return target;
    }

    @Override
    public Outcome<String> attempt(
            Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
            throws Exception {
        Runnable counting = () -> effects.merge(effect, 1, Integer::sum);
        return isStaged
                ? await(operation.attemptAsync(key, request, context -> stage(work, counting)))
                : operation.attempt(key, request, context -> work.run(counting));
    }

    private static CompletableFuture<String> stage(Work work, Runnable effect) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.run(effect);
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }

    private static Outcome<String> await(CompletableFuture<Outcome<String>> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception thrown) {
                throw thrown;
            }
            throw e;
        }
    }

    @Override
    public int effects(String name) {
        return effects.getOrDefault(name, 0);
    }

    @Override
    public void lose(Point point, boolean applied) {
        store.next(
                point == Point.CLAIM ? StoreCall.CLAIM : StoreCall.SETTLE,
                applied ? Fault.lostReply() : Fault.lostRequest());
    }

    @Override
    public void cutOff(boolean choice) {
        isCutOff = choice;
    }

    @Override
    public void close() {
        store.close();
    }
}
