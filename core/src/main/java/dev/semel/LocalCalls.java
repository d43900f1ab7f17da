package dev.semel;

import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls of this JVM that others may join instead of asking the store: those that own a record, and those that poll for an owner
 * elsewhere on behalf of all.
 */
final class LocalCalls {

    /** A call that others may join. */
    static final class LocalCall {
        static final Duration STALE_AFTER = Duration.ofSeconds(2);

        private final Fingerprint fingerprint;
        private final @Nullable Thread thread;
        private final CompletableFuture<Optional<Settled>> answer = new CompletableFuture<>();
        private volatile Facts facts;
        private volatile long askedAt;
        private volatile @Nullable Lease lease;

        LocalCall(Fingerprint fingerprint, @Nullable Thread thread, Facts facts) {
            this.fingerprint = fingerprint;
            this.thread = thread;
            this.facts = facts;
        }

        Fingerprint fingerprint() {
            return fingerprint;
        }

        Facts facts() {
            return facts;
        }

        /** What those who joined get; empty if they have to look for themselves. */
        CompletableFuture<Optional<Settled>> answer() {
            return answer;
        }

        /** The one that polls has found the owner at work again. */
        void seen(Facts latest) {
            facts = latest;
        }

        /** The one that polls is about to ask the store. */
        void asks(long now) {
            askedAt = now;
        }

        /** Whether joining is no use: the owner's lease is over, or the one that polls has not come back for long. */
        boolean isStuck(long now) {
            Lease owned = lease;
            return owned == null ? now - askedAt > STALE_AFTER.toNanos() : !owned.isLive();
        }

        /** From now on this is the owner's call. */
        void own(Lease mine) {
            lease = mine;
            facts = mine.facts();
        }

        @Nullable
        Lease lease() {
            return lease;
        }

        /** Whether the asking thread is the one that runs the work: waiting would be waiting for itself. */
        boolean isOwnedByThisThread() {
            return lease != null && thread == Thread.currentThread();
        }
    }

    private final ConcurrentHashMap<RecordId, LocalCall> calls = new ConcurrentHashMap<>();

    @Nullable
    LocalCall get(RecordId id) {
        return calls.get(id);
    }

    /** Makes {@code call} the one to join unless there is one that is not stuck; returns the one there is. */
    LocalCall offer(RecordId id, LocalCall call, long now) {
        return calls.merge(id, call, (present, mine) -> present.isStuck(now) ? mine : present);
    }

    /** Sends all who joined to look for themselves. */
    void wakeAll() {
        calls.values().forEach(call -> call.answer().complete(Optional.empty()));
    }

    /** Makes {@code call} the one to join. Whoever joined another keeps to that one. */
    void put(RecordId id, LocalCall call) {
        calls.put(id, call);
    }

    /** Ends a call; those who joined it are answered, or sent to look for themselves. */
    void end(RecordId id, LocalCall call, Optional<Settled> answer) {
        calls.remove(id, call);
        call.answer().complete(answer);
    }
}
