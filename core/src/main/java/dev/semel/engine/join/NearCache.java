package dev.semel.engine.join;

import dev.semel.policy.Retention;
import dev.semel.store.RecordId;
import dev.semel.time.Moment;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches settled records until their retention ends by both clocks ({@link Moment}). Retention is counted from before
 * the store was asked, so it never ends later than in the store, however long the machine was suspended before it had
 * the answer. Bounded in number and in size: the oldest record is evicted first, unless it was used since it was last
 * considered, and large results are not cached.
 */
public final class NearCache {
    static final int LARGEST = 64 * 1024;

    private static final class Entry {
        final RecordId id;
        final Settled settled;
        final Moment over;
        volatile boolean used;

        Entry(RecordId id, Settled settled, Moment over) {
            this.id = id;
            this.settled = settled;
            this.over = over;
        }
    }

    private final ConcurrentHashMap<RecordId, Entry> entries = new ConcurrentHashMap<>();
    private final Queue<Entry> byAge = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final int capacity;
    private final Supplier<Moment> clock;

    /** Creates a cache of at most this many answers. */
    public NearCache(int capacity, Supplier<Moment> clock) {
        this.capacity = capacity;
        this.clock = clock;
    }

    /** Returns the cached answer for a record, or {@code null} if there is none or its retention has ended. */
    @Nullable
    public Settled get(RecordId id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            return null;
        }
        if (entry.over.isOver(clock.get())) {
            entries.remove(id, entry);
            return null;
        }
        entry.used = true;
        return entry.settled;
    }

    /** Caches a settled record for {@code retention} from {@code asked}, the time before the store was asked. */
    public void put(RecordId id, Settled settled, Moment asked, Duration retention) {
        boolean over = retention.isZero() || retention.isNegative();
        if (over || settled.result().size() > LARGEST) {
            return;
        }
        // A record that was settled by hand may have a longer retention than the clock can count.
        Duration kept = retention.compareTo(Retention.MAX) > 0 ? Retention.MAX : retention;
        Entry entry = new Entry(id, settled, asked.plus(kept));
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
