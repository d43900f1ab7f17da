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
 * The calls of this JVM that others may join instead of asking the store: those that own a record, and those that poll for an owner
 * elsewhere on behalf of all.
 */
public final class LocalCalls {

    /** One who waits. Of one's own, so that leaving costs nothing, however many others there are. */
    public static final class Ticket {
        private final CompletableFuture<@Nullable Object> called = new CompletableFuture<>();

        /** Complete as soon as the call that was joined has ended. */
        public CompletableFuture<?> called() {
            return called;
        }
    }

    /** A call that others may join. */
    public static final class LocalCall {
        public static final Duration STALE_AFTER = Duration.ofSeconds(2);

        private final Fingerprint fingerprint;
        private final @Nullable Thread thread;
        /** In their order, so that a simulation runs the same every time. */
        private final Set<Ticket> waiting = new LinkedHashSet<>();

        private boolean given;
        private Optional<Settled> answer = Optional.empty();
        private @Nullable StoreException failure;
        private volatile Facts facts;
        private volatile long askedAt;
        private volatile @Nullable Lease lease;

        public LocalCall(Fingerprint fingerprint, @Nullable Thread thread, Facts facts) {
            this.fingerprint = fingerprint;
            this.thread = thread;
            this.facts = facts;
        }

        public Fingerprint fingerprint() {
            return fingerprint;
        }

        public Facts facts() {
            return facts;
        }

        /** To be given to {@link #leave} in the end. */
        public synchronized Ticket join() {
            Ticket ticket = new Ticket();
            if (given) {
                ticket.called.complete(null);
            } else {
                waiting.add(ticket);
            }
            return ticket;
        }

        public synchronized void leave(Ticket ticket) {
            waiting.remove(ticket);
        }

        /** What those who joined get; empty if there is nothing for them and they have to look for themselves. */
        public synchronized Optional<Settled> answer() {
            return answer;
        }

        /** Why those who joined get nothing from the store either, if so. */
        public synchronized @Nullable StoreException failure() {
            return failure;
        }

        /** Answers all who joined, once: a later answer counts for nothing. */
        void give(Optional<Settled> result, @Nullable StoreException why) {
            List<Ticket> all;
            synchronized (this) {
                if (!given) {
                    given = true;
                    answer = result;
                    failure = why;
                }
                all = List.copyOf(waiting);
                waiting.clear();
            }
            all.forEach(ticket -> ticket.called.complete(null));
        }

        /** The one that polls has found the owner at work again. */
        public void seen(Facts latest) {
            facts = latest;
        }

        /** The one that polls is about to ask the store. */
        public void asks(long now) {
            askedAt = now;
        }

        /** Whether joining is no use: the owner's lease is over, or the one that polls has not come back for long. */
        public boolean isStuck(long now) {
            Lease owned = lease;
            return owned == null ? now - askedAt > STALE_AFTER.toNanos() : !owned.isLive();
        }

        /** From now on this is the owner's call. */
        public void own(Lease mine) {
            lease = mine;
            facts = mine.facts();
        }

        @Nullable
        public Lease lease() {
            return lease;
        }

        /** Whether the asking thread is the one that runs the work: waiting would be waiting for itself. */
        public boolean isOwnedByThisThread() {
            return lease != null && thread == Thread.currentThread();
        }
    }

    private final ConcurrentHashMap<RecordId, LocalCall> calls = new ConcurrentHashMap<>();

    @Nullable
    public LocalCall get(RecordId id) {
        return calls.get(id);
    }

    /** Makes {@code call} the one to join unless there is one that is not stuck; returns the one there is. */
    public LocalCall offer(RecordId id, LocalCall call, long now) {
        return calls.merge(id, call, (present, mine) -> present.isStuck(now) ? mine : present);
    }

    /** Sends all who joined to look for themselves. */
    public void wakeAll() {
        calls.values().forEach(call -> call.give(Optional.empty(), null));
    }

    /** Makes {@code call} the one to join. Whoever joined another keeps to that one. */
    public void put(RecordId id, LocalCall call) {
        calls.put(id, call);
    }

    /** Ends a call; those who joined it are answered, or sent to look for themselves. */
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
