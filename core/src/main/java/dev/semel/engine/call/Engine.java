package dev.semel.engine.call;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.engine.join.LocalCalls;
import dev.semel.engine.join.NearCache;
import dev.semel.engine.store.Listeners;
import dev.semel.engine.store.StoreCalls;
import dev.semel.policy.OperationSettings;
import dev.semel.store.Store;
import dev.semel.thread.StackRoom;
import dev.semel.time.Moment;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.SortedMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parts that all operations of one {@link Semel} share. */
public final class Engine {
    private final StoreCalls calls;
    private final Executor executor;
    private final @Nullable NearCache nearCache;
    private final LocalCalls localCalls = new LocalCalls();
    private final LocalCalls inTransactions = new LocalCalls();
    private final GivingBack givingBack = new GivingBack(this);
    private final OperationNames names = new OperationNames();
    private volatile boolean closed;

    /**
     * The choices of a {@link Semel} for all its operations.
     *
     * @param nearCache how many settled records to cache; 0 for none
     * @param storeTimeout after which a failed call to the store is not repeated
     */
    public record Choices(int nearCache, Duration storeTimeout) {}

    /** Creates an engine on a store. */
    public Engine(Store store, Timekeeper time, Executor executor, Listeners listeners, Choices choices) {
        this.calls = new StoreCalls(store, time, listeners, choices.storeTimeout());
        this.executor = task -> {
            StackRoom.require(); // an executor has locks, which would stay locked
            executor.execute(task);
        };
        this.nearCache = choices.nearCache() == 0 ? null : new NearCache(choices.nearCache(), this::now);
    }

    /** Returns the checked calls to the store. */
    public StoreCalls calls() {
        return calls;
    }

    /** Returns the timekeeper. */
    public Timekeeper time() {
        return calls.time();
    }

    Moment now() {
        return calls.now();
    }

    /** Returns the executor of asynchronous work. */
    public Executor executor() {
        return executor;
    }

    @Nullable
    NearCache nearCache() {
        return nearCache;
    }

    LocalCalls localCalls() {
        return localCalls;
    }

    /**
     * Returns the calls that are running in transactions. They have no answer to join before the commit, so their
     * waiters claim afterwards.
     */
    public LocalCalls inTransactions() {
        return inTransactions;
    }

    GivingBack givingBack() {
        return givingBack;
    }

    OperationNames names() {
        return names;
    }

    /** Returns the settings of all operations that were built, by name. */
    public SortedMap<String, OperationSettings<?>> operations() {
        return names.all();
    }

    /** Reports an event to the listeners, if there are any. */
    public void report(Supplier<Event> event) {
        calls.report(event);
    }

    /** Refuses all later calls, and wakes those that wait. */
    public void close() {
        closed = true;
        localCalls.wakeAll();
        inTransactions.wakeAll();
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Checks that the engine is open.
     *
     * @throws IllegalStateException if it was closed
     */
    public void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("this Semel was closed; make calls before it is, or build a new one");
        }
    }
}
