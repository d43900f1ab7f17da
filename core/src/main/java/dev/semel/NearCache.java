package dev.semel;

import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Holds settled records near, for as long as their retention lasts by this JVM's clock, counted from before the store was asked, so
 * never longer than the store's. Bounded in number and in size: the oldest goes first, unless it was used since it was last looked at, and a
 * large result is not held at all.
 */
final class NearCache {
    static final int LARGEST = 64 * 1024;

    private static final class Entry {
        final RecordId id;
        final Settled settled;
        final long overAt;
        volatile boolean used;

        Entry(RecordId id, Settled settled, long overAt) {
            this.id = id;
            this.settled = settled;
            this.overAt = overAt;
        }
    }

    private final ConcurrentHashMap<RecordId, Entry> entries = new ConcurrentHashMap<>();
    private final Queue<Entry> byAge = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final int capacity;
    private final Timekeeper time;

    NearCache(int capacity, Timekeeper time) {
        this.capacity = capacity;
        this.time = time;
    }

    @Nullable
    Settled get(RecordId id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            return null;
        }
        if (entry.overAt - time.nanoTime() <= 0) {
            entries.remove(id, entry);
            return null;
        }
        entry.used = true;
        return entry.settled;
    }

    /** Keeps a settled record, for {@code retention} from {@code asked}, the time before the store was asked. */
    void put(RecordId id, Settled settled, long asked, Duration retention) {
        boolean over = retention.isZero() || retention.isNegative();
        if (over || settled.result().size() > LARGEST) {
            return;
        }
        Entry entry = new Entry(id, settled, asked + retention.toNanos());
        entries.put(id, entry);
        byAge.add(entry);
        queued.incrementAndGet();
        boolean more = true;
        while (more && queued.get() > capacity) {
            more = evictOne();
        }
    }

    private boolean evictOne() {
        int secondChances = capacity;
        for (Entry oldest = byAge.poll(); oldest != null; oldest = byAge.poll()) {
            boolean current = entries.get(oldest.id) == oldest;
            if (current && oldest.used && secondChances-- > 0) {
                oldest.used = false;
                byAge.add(oldest);
                continue;
            }
            entries.remove(oldest.id, oldest);
            queued.decrementAndGet();
            return true;
        }
        return false;
    }

    int size() {
        return entries.size();
    }
}
