package dev.semel.engine.join;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.engine.store.Lease;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls of this JVM that duplicates may join instead of asking the store: calls that own a record, and calls that
 * poll for an owner elsewhere on behalf of all waiters.
 */
public final class LocalCalls {

    /** A waiter's handle. There is one per waiter, so that leaving is O(1). */
    public static final class Waiter {
        private final CompletableFuture<@Nullable Object> called = new CompletableFuture<>();

        /** Returns a future that completes as soon as the joined call has ended. */
        public CompletableFuture<?> called() {
            return called;
        }
    }

    /** A call that duplicates may join. */
    public static final class LocalCall {
        /** The time without an answer after which a polling call counts as stuck. */
        public static final Duration STALE_AFTER = Duration.ofSeconds(2);

        private final Fingerprint fingerprint;
        private final @Nullable Thread thread;
        /** Ordered, so that a simulation behaves the same in every run. */
        private final Set<Waiter> waiting = new LinkedHashSet<>();

        private boolean given;
        private Optional<Settled> answer = Optional.empty();
        private @Nullable StoreException failure;
        private volatile Facts facts;
        private volatile long askedAt;
        private volatile @Nullable Lease lease;

        /** Creates a call; {@code thread} is the one that runs it, if a thread does. */
        public LocalCall(Fingerprint fingerprint, @Nullable Thread thread, Facts facts) {
            this.fingerprint = fingerprint;
            this.thread = thread;
            this.facts = facts;
        }

        /** Returns the fingerprint of the call's request. */
        public Fingerprint fingerprint() {
            return fingerprint;
        }

        /** Returns the latest known facts of the record. */
        public Facts facts() {
            return facts;
        }

        /** Joins this call. The handle must be passed to {@link #leave} in the end. */
        public synchronized Waiter join() {
            Waiter waiter = new Waiter();
            if (given) {
                waiter.called.complete(null);
            } else {
                waiting.add(waiter);
            }
            return waiter;
        }

        /** Stops waiting for this call. */
        public synchronized void leave(Waiter waiter) {
            waiting.remove(waiter);
        }

        /** Returns the answer for the waiters; empty if there is none and they have to ask the store. */
        public synchronized Optional<Settled> answer() {
            return answer;
        }

        /** Returns the failure of the store for all waiters, if it failed. */
        public synchronized @Nullable StoreException failure() {
            return failure;
        }

        /** Answers all waiters, once. A later answer is ignored. */
        void give(Optional<Settled> result, @Nullable StoreException why) {
            List<Waiter> all;
            synchronized (this) {
                if (!given) {
                    given = true;
                    answer = result;
                    failure = why;
                }
                all = List.copyOf(waiting);
                waiting.clear();
            }
            all.forEach(waiter -> waiter.called.complete(null));
        }

        /** Updates the facts, after the polling call has found the owner running again. */
        public void seen(Facts latest) {
            facts = latest;
        }

        /** Records that the polling call is about to ask the store. */
        public void asks(long now) {
            askedAt = now;
        }

        /** Returns whether joining is pointless: the owner's lease has expired, or the polling call has been silent for long. */
        public boolean isStuck(long now) {
            Lease owned = lease;
            return owned == null ? now - askedAt > STALE_AFTER.toNanos() : !owned.isLive();
        }

        /** Makes this the owner's call. */
        public void own(Lease mine) {
            lease = mine;
            facts = mine.facts();
        }

        /** Returns the owner's lease, or {@code null} if this call only polls. */
        @Nullable
        public Lease lease() {
            return lease;
        }

        /** Returns whether the calling thread is the one that runs the work, so that it would wait for itself. */
        public boolean isOwnedByThisThread() {
            return lease != null && thread == Thread.currentThread();
        }
    }

    private final ConcurrentHashMap<RecordId, LocalCall> calls = new ConcurrentHashMap<>();

    /** Returns the call that can be joined for a record, or {@code null} if there is none. */
    @Nullable
    public LocalCall get(RecordId id) {
        return calls.get(id);
    }

    /** Offers {@code call} for joining unless there is one that is not stuck. Returns the one there is. */
    public LocalCall offer(RecordId id, LocalCall call, long now) {
        return calls.merge(id, call, (present, mine) -> present.isStuck(now) ? mine : present);
    }

    /** Wakes all waiters, which then ask the store themselves. */
    public void wakeAll() {
        calls.values().forEach(call -> call.give(Optional.empty(), null));
    }

    /** Offers {@code call} for joining. Waiters of another call stay with that one. */
    public void put(RecordId id, LocalCall call) {
        calls.put(id, call);
    }

    /** Ends a call. Its waiters get the answer, or ask the store themselves. */
    public void end(RecordId id, LocalCall call, Optional<Settled> answer) {
        calls.remove(id, call);
        call.give(answer, null);
    }

    /** Ends a call that asked the store on behalf of all and got no answer. */
    public void fail(RecordId id, LocalCall call, StoreException failure) {
        calls.remove(id, call);
        call.give(Optional.empty(), failure);
    }
}
