package dev.semel;

import dev.semel.engine.call.Engine;
import dev.semel.engine.store.Listeners;
import dev.semel.input.Problems;
import dev.semel.store.Store;
import dev.semel.thread.Threads;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The door to everything: operations on one store. Make one for an application and keep it. Safe for use by many threads.
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

    /** On this store, with the defaults of {@link #builder}. */
    public static Semel on(Store store) {
        return builder(store).build();
    }

    /** On this store, with a choice. */
    public static Builder builder(Store store) {
        return new Builder(store);
    }

    /**
     * Describes an operation.
     *
     * @param name such as {@code payments.create}: letters, digits, {@code .}, {@code _} and {@code -}; it is part of every record, so
     *     changing it starts anew
     * @param codec for its results
     * @param <T> the type of the result
     */
    public <T extends @Nullable Object> OperationBuilder<T> operation(String name, Codec<T> codec) {
        return new OperationBuilder<>(engine, name, codec);
    }

    /** The store that was handed in. */
    public Store store() {
        return engine.calls().store();
    }

    /**
     * Refuses calls from now on, those that wait included. Work that is running goes on, keeps its lease and stores its result. The store
     * stays open: close it after this, when the running work is done.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Makes a {@link Semel}. */
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

        /** None by default. Adds one. */
        public Builder listener(Listener listener) {
            listeners.add(listener);
            return this;
        }

        /**
         * Off by default. Answers replays of settled records without asking the store. A record that somebody removes from the store by
         * hand is still replayed by those who have it near, until its retention is over. Results above 64 KiB are not held.
         *
         * @param maxRecords how many records to hold at most; 0 turns it off
         */
        public Builder nearCache(int maxRecords) {
            nearCache = maxRecords;
            return this;
        }

        /**
         * Sets how long a call keeps asking a store that fails. Defaults to 5 seconds. A failed claim is sent again, at most twice, only if
         * another try that takes as long as the last one fits into this time. A try that is under way is not cut off: the time-outs of the
         * store's client, and of the pool of a database, bound it. A result is sent until the lease ends.
         */
        public Builder storeTimeout(Duration choice) {
            storeTimeout = choice;
            return this;
        }

        /**
         * 16 daemon threads by default. Where {@link Operation#attemptAsync} asks the store and starts the work. An executor that runs tasks
         * on the calling thread when it is busy ({@code CallerRunsPolicy}) would run work on threads that other waits need: let it refuse
         * instead.
         */
        public Builder executor(Executor choice) {
            executor = choice;
            return this;
        }

        /** {@link Timekeeper#system()} by default; another one only for tests. */
        public Builder timekeeper(Timekeeper choice) {
            timekeeper = choice;
            return this;
        }

        /**
         * Makes it.
         *
         * @throws InvalidSettingsException with all that is wrong
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
