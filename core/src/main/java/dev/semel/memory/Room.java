package dev.semel.memory;

import dev.semel.store.RecordId;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the map within its bound. A hand goes round the map, a few entries at each new record, so what is past its retention is found
 * without ever going through everything at once. Only a claim that finds the store full waits for the hand.
 */
final class Room {
    private static final int LOOK_AT = 4;
    private static final int SAMPLE = 64;

    private final ConcurrentHashMap<RecordId, Entry> records;
    private final int maxRecords;
    private final MemoryStore.WhenFull whenFull;
    private final AtomicInteger taken = new AtomicInteger();
    private final ReentrantLock hand = new ReentrantLock();
    private Iterator<Map.Entry<RecordId, Entry>> next;

    Room(ConcurrentHashMap<RecordId, Entry> records, int maxRecords, MemoryStore.WhenFull whenFull) {
        this.records = records;
        this.maxRecords = maxRecords;
        this.whenFull = whenFull;
        this.next = records.entrySet().iterator();
    }

    /** Takes a place for one record if there is one. */
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

    /** Removes an entry if it is still the record's. */
    boolean remove(RecordId id, Entry entry) {
        boolean removed = records.remove(id, entry);
        if (removed) {
            taken.decrementAndGet();
        }
        return removed;
    }

    /** Removes what is over among the next few; does nothing if somebody else is at it. */
    void sweepSome(Instant now) {
        if (hand.tryLock()) {
            try {
                for (int i = 0; i < LOOK_AT && next.hasNext(); i++) {
                    removeIfOver(next.next(), now);
                }
                turnRound();
            } finally {
                hand.unlock();
            }
        }
    }

    /** Frees a place in a full store; false if there is none to free. */
    boolean free(Instant now) {
        hand.lock();
        try {
            Map.Entry<RecordId, Entry> oldest = null;
            int candidates = 0;
            for (int looked = 0; looked <= maxRecords; looked++) {
                turnRound();
                if (!next.hasNext()) {
                    return true; // emptied by somebody else
                }
                Map.Entry<RecordId, Entry> each = next.next();
                if (removeIfOver(each, now)) {
                    return true;
                }
                if (whenFull == MemoryStore.WhenFull.FORGET_OLD
                        && !each.getValue().isInProgress()) {
                    oldest = older(oldest, each);
                    candidates++;
                }
                if (candidates == SAMPLE) {
                    break;
                }
            }
            return oldest != null && remove(oldest.getKey(), oldest.getValue());
        } finally {
            hand.unlock();
        }
    }

    private boolean removeIfOver(Map.Entry<RecordId, Entry> each, Instant now) {
        return each.getValue().isExpired(now) && remove(each.getKey(), each.getValue());
    }

    private void turnRound() {
        if (!next.hasNext()) {
            next = records.entrySet().iterator();
        }
    }

    private static Map.Entry<RecordId, Entry> older(
            Map.@Nullable Entry<RecordId, Entry> one, Map.Entry<RecordId, Entry> other) {
        return one == null
                        || other.getValue().createdAt().isBefore(one.getValue().createdAt())
                ? other
                : one;
    }
}
