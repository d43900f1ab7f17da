package dev.semel.memory;

import dev.semel.store.RecordId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the map within its bound. All records are in a queue. A sweep takes them from its head, removes those past
 * their retention, and puts the others back at the end. Each new record sweeps a few others, so expired records are
 * removed without ever scanning everything, however large the map once was. Only a claim that finds the store full, and
 * a purge, wait for the sweep.
 */
final class Room {
    private static final int LOOK_AT = 4;
    private static final int SAMPLE = 64;
    private static final int SMALL = 10_000;
    private static final int REST = 9;

    private final ConcurrentHashMap<RecordId, MemoryRecord> records;
    private final Queue<RecordId> queue = new ConcurrentLinkedQueue<>();
    private final int maxRecords;
    private final MemoryStore.WhenFull whenFull;
    private final AtomicInteger taken = new AtomicInteger();

    /** Whether a thread is sweeping. The sweep holds the monitor, which is released whatever is thrown. */
    private volatile boolean handIsBusy;

    /** Guarded by the monitor. */
    private long restUntil = System.nanoTime();

    /** No record is past its retention before this. */
    private final AtomicReference<Instant> earliestExpiry = new AtomicReference<>(Instant.MAX);

    Room(ConcurrentHashMap<RecordId, MemoryRecord> records, int maxRecords, MemoryStore.WhenFull whenFull) {
        this.records = records;
        this.maxRecords = maxRecords;
        this.whenFull = whenFull;
    }

    /** Takes a place for one record. Returns false if there is none. */
    boolean take() {
        int now = taken.get();
        while (now < maxRecords) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    /**
     * Registers when a record expires unless it is touched again; {@code null} means never. Must be called when the
     * record is in the map and in the queue: before that, a concurrent scan could miss it.
     */
    void expires(@Nullable Instant at) {
        if (at != null && at.isBefore(earliestExpiry.get())) {
            earliestExpiry.accumulateAndGet(at, (one, other) -> one.isBefore(other) ? one : other);
        }
    }

    /**
     * Adds a record to the queue, in a place that was taken. Also removes those of the next few records that have
     * expired, unless another thread is sweeping.
     */
    void entered(RecordId id, Instant now) {
        queue.add(id);
        if (!handIsBusy) {
            sweep(now, LOOK_AT, LOOK_AT);
        }
    }

    private synchronized int sweep(Instant now, int lookAt, int limit) {
        handIsBusy = true;
        try {
            return removeExpired(now, lookAt, limit);
        } finally {
            handIsBusy = false;
        }
    }

    /** Removes at most {@code limit} records that are past their retention. */
    int purge(Instant now, int limit) {
        return sweep(now, taken.get(), limit);
    }

    /** Frees a place in a full store. Returns false if there is none to free. */
    synchronized boolean free(Instant now) {
        handIsBusy = true;
        try {
            if (taken.get() < maxRecords) {
                return true;
            }
            return whenFull == MemoryStore.WhenFull.FORGET_OLD
                    ? removeExpired(now, SAMPLE, 1) > 0 || forgetOldest()
                    : removeAllExpired(now);
        } finally {
            handIsBusy = false;
        }
    }

    /**
     * Scans all records, but only if one may have expired, and with rests in between: claims that a full store refuses
     * must cost next to nothing, and claims of other records must not wait.
     */
    private boolean removeAllExpired(Instant now) {
        long began = System.nanoTime();
        if (now.isBefore(earliestExpiry.get()) || began - restUntil < 0) {
            return false;
        }
        // Reset before the scan: a record that is touched meanwhile registers its own expiry.
        earliestExpiry.set(Instant.MAX);
        int all = taken.get();
        int removed = removeExpired(now, all, all);
        long took = System.nanoTime() - began;
        restUntil = System.nanoTime() + (all < SMALL ? 0 : REST * took);
        return removed > 0;
    }

    private int removeExpired(Instant now, int lookAt, int limit) {
        int removed = 0;
        for (int i = 0; i < lookAt && removed < limit; i++) {
            RecordId id = queue.peek();
            if (id == null) {
                break;
            }
            MemoryRecord entry = records.get(id);
            if (entry != null && entry.isExpired(now) && remove(id, entry)) {
                removed++;
            } else {
                queue.add(id);
                expires(entry == null ? null : entry.expiresAt());
            }
            // Last, since an error before this leaves the record queued twice, but never missing.
            queue.poll();
        }
        return removed;
    }

    /** Removes the oldest of the next few records that are not in progress. */
    private boolean forgetOldest() {
        Deque<RecordId> candidates = new ArrayDeque<>();
        for (int i = taken.get(); i > 0 && candidates.size() < SAMPLE; i--) {
            RecordId id = queue.poll();
            if (id == null) {
                break;
            }
            MemoryRecord entry = records.get(id);
            if (entry == null || entry.isInProgress()) {
                queue.add(id);
            } else {
                candidates.add(id);
            }
        }
        if (candidates.isEmpty()) {
            return false;
        }
        RecordId oldest = Collections.min(candidates, this::byAge);
        candidates.remove(oldest);
        queue.addAll(candidates);
        MemoryRecord entry = records.get(oldest);
        if (entry == null || entry.isInProgress() || !remove(oldest, entry)) {
            queue.add(oldest);
        }
        return true;
    }

    private int byAge(RecordId one, RecordId other) {
        MemoryRecord first = records.get(one);
        MemoryRecord second = records.get(other);
        return first == null || second == null ? 0 : first.createdAt().compareTo(second.createdAt());
    }

    /** Removes an entry if it is still the record's. Called by the sweep only, and only for entries it has taken from the queue. */
    private boolean remove(RecordId id, MemoryRecord entry) {
        boolean removed = records.remove(id, entry);
        if (removed) {
            taken.decrementAndGet();
        }
        return removed;
    }
}
