package dev.semel;

import dev.semel.engine.call.Engine;
import dev.semel.engine.store.Listeners;
import dev.semel.input.Problems;
import dev.semel.policy.OperationSettings;
import dev.semel.store.Store;
import dev.semel.thread.Threads;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The entry point: creates operations on one store. Create one instance per application and keep it. Safe for use by
 * many threads.
 *
 * <pre>{@code
 * Semel semel = Semel.on(store);
 * Operation<String> payments = semel.operation("payments.create", Codec.text()).build();
 * String receipt = payments.once(key, request, () -> gateway.charge(request));
 * }</pre>
 */
public final class Semel implements AutoCloseable {
    private final Engine engine;

    private Semel(Engine engine) {
        this.engine = engine;
    }

    /** Returns a {@code Semel} on this store, with the defaults of {@link #builder}. */
    public static Semel on(Store store) {
        return builder(store).build();
    }

    /** Returns a builder for a {@code Semel} on this store. */
    public static Builder builder(Store store) {
        return new Builder(store);
    }

    /**
     * Starts the description of an operation.
     *
     * @param name such as {@code payments.create}: letters, digits, {@code .}, {@code _} and {@code -}. It is part of
     *     every record: an operation under a new name does not see the records of the old one
     * @param codec encodes and decodes the results
     * @param <T> the type of the result
     */
    public <T extends @Nullable Object> OperationBuilder<T> operation(String name, Codec<T> codec) {
        return new OperationBuilder<>(engine, name, codec);
    }

    /** Returns the store that was passed in. */
    public Store store() {
        return engine.calls().store();
    }

    /**
     * Returns the settings of the operations that were built on this instance, by name, for consoles and start-up logs.
     * Of several operations with the same name, the first one.
     */
    public SortedMap<String, OperationSettings<?>> operations() {
        return engine.operations();
    }

    /**
     * Refuses new calls and ends waiting ones. Running work continues, keeps its lease and stores its result. The store
     * stays open: close it after this, once the running work has completed.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Builds a {@link Semel}. */
    public static final class Builder {
        private final @Nullable Store store;
        private final List<Listener> listeners = new ArrayList<>();
        private @Nullable Executor executor;
        private @Nullable Timekeeper timekeeper;
        private int nearCache;
        private @Nullable Duration storeTimeout = Duration.ofSeconds(5);

        private Builder(Store store) {
            this.store = store;
        }

        /** Adds a listener. None by default. */
        public Builder listener(Listener listener) {
            listeners.add(listener);
            return this;
        }

        /**
         * Sets how many settled records to cache in memory, to answer replays without asking the store. Off by default.
         * A record that is deleted from the store by hand is still replayed by processes that have cached it, until its
         * retention ends. Results above 64 KiB are not cached.
         *
         * @param maxRecords the maximum number of cached records; 0 turns the cache off
         */
        public Builder nearCache(int maxRecords) {
            nearCache = maxRecords;
            return this;
        }

        /**
         * Sets how long a call keeps retrying a store that fails. Defaults to 5 seconds. A failed claim is retried at
         * most twice, and only if another try as long as the last one fits into this time. A try that is in flight is
         * not cut off: it is bounded by the time-outs of the store's client and of the database's connection pool. A
         * result is retried until the lease ends.
         */
        public Builder storeTimeout(Duration choice) {
            storeTimeout = choice;
            return this;
        }

        /**
         * Sets the executor on which {@link Operation#attemptAsync} asks the store and starts the work. Defaults to 16
         * daemon threads. An executor that runs tasks on the calling thread when it is busy ({@code CallerRunsPolicy})
         * would run work on threads that other waiting calls need. Use one that rejects tasks instead.
         */
        public Builder executor(Executor choice) {
            executor = choice;
            return this;
        }

        /** Sets the clock and the timers. Defaults to {@link Timekeeper#system()}. Replace it only in tests. */
        public Builder timekeeper(Timekeeper choice) {
            timekeeper = choice;
            return this;
        }

        /**
         * Builds the {@link Semel}.
         *
         * @throws InvalidSettingsException listing all problems
         */
        public Semel build() {
            Problems problems = new Problems();
            problems.notNull("store", store);
            problems.check(nearCache >= 0, "nearCache is " + nearCache + "; it must be 0 (off) or more");
            problems.check(!listeners.contains(null), "a listener is null");
            problems.check(
                    storeTimeout != null
                            && !storeTimeout.isNegative()
                            && storeTimeout.compareTo(Duration.ofHours(1)) <= 0,
                    "storeTimeout is " + storeTimeout + "; it must be between 0 and 1 hour");
            problems.throwIfAny("Semel", InvalidSettingsException::new);
            Timekeeper time = timekeeper == null ? Timekeeper.system() : timekeeper;
            Executor where = executor == null ? Threads.pool("semel-async", 16) : executor;
            Engine.Choices choices = new Engine.Choices(nearCache, Problems.checked(storeTimeout));
            return new Semel(new Engine(Problems.checked(store), time, where, new Listeners(listeners), choices));
        }
    }
}
