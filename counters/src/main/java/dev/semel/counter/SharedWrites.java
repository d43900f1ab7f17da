package dev.semel.counter;

import dev.semel.batch.Batch;
import dev.semel.batch.Combiner;
import dev.semel.batch.Transport;
import dev.semel.batch.Virtual;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.StoredCount;
import dev.semel.thread.StackRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Combines concurrent additions to one count into one write, without a background thread and without waiting for further callers.
 *
 * <ol>
 *   <li>A caller queues its addition. If no write is in flight, it sends the sum of all queued additions while the other callers park. A caller
 *       on its own sends immediately.
 *   <li>All are granted if the count leaves room for each in its turn, which is one limit on the sum. Each caller then receives the count as if
 *       the additions had been applied in sequence.
 *   <li>Otherwise nothing was counted and the count is known. An addition that does not fit alone is refused; the others are sent again, as many
 *       as fit, and finally one by one.
 *   <li>If the store fails, it is unknown whether the additions of that write were counted.
 * </ol>
 *
 * <p>A count has a {@link Combiner} with one lane while calls use it. A batch that was sent is never sent again: additions without a key cannot be
 * distinguished. On JDK 21 to 23 virtual threads send their own additions: see {@link Virtual#maybePinned}.
 */
final class SharedWrites {
    private static final Combiner.Limits LIMITS = new Combiner.Limits(1_000, Long.MAX_VALUE);
    private static final int REFUSALS_IN_COMMON = 3;

    private final Wanted.Sending sending;
    private final ConcurrentHashMap<CounterId, Combiner<Wanted>> lanes = new ConcurrentHashMap<>();

    SharedWrites(Wanted.Sending sending) {
        this.sending = sending;
    }

    /** Sends an addition and returns when it is done. Defers interrupts until then, since the write may include other callers. */
    void send(CounterId id, Wanted wanted) {
        if (Virtual.maybePinned()) {
            wanted.send(id, sending);
            return;
        }
        Combiner<Wanted> present = lanes.get(id);
        Combiner<Wanted> lane = present == null ? lanes.computeIfAbsent(id, this::lane) : present;
        try {
            lane.send(wanted);
        } finally {
            // A caller that found the lane in the map earlier still uses it, possibly alone.
            if (lane.isIdle()) {
                lanes.remove(id, lane);
            }
        }
    }

    private Combiner<Wanted> lane(CounterId id) {
        return new Combiner<>(new Sums(id), LIMITS, 1, Combiner.Handover.WAKE_HEAD);
    }

    private final class Sums implements Transport<Wanted> {
        private final CounterId id;

        Sums(CounterId id) {
            this.id = id;
        }

        @Override
        public void send(Batch<Wanted> batch) {
            sendAll(id, new ArrayList<>(batch.calls()));
        }

        /** Requires little stack, enough for a store in memory. A store that needs more checks itself. */
        @Override
        public void requireRoom() {
            StackRoom.requireLittle();
        }
    }

    private void sendAll(CounterId id, List<Wanted> open) {
        long seen = 0;
        try {
            for (int refusals = 0; !open.isEmpty(); ) {
                List<Wanted> going = refusals < REFUSALS_IN_COMMON ? fitting(open, seen) : open.subList(0, 1);
                if (going.size() == 1) {
                    going.get(0).send(id, sending);
                } else {
                    StoredCount refused = sendSum(id, going);
                    if (refused != null) {
                        refusals++;
                        seen = refused.count();
                        refuse(open, refused);
                    }
                }
                open.removeIf(Wanted::isDone);
            }
        } catch (RuntimeException e) {
            Wanted.failAll(open, e);
        } catch (Error e) {
            Wanted.failAll(open, e);
            throw e;
        }
    }

    /** Returns the first additions that can be granted together if the count is not below {@code seen}; at least one. */
    private static List<Wanted> fitting(List<Wanted> open, long seen) {
        long sum = 0;
        int size = 0;
        while (size < open.size()) {
            Wanted next = open.get(size);
            boolean tooMuch = sum > Long.MAX_VALUE - next.amount() || next.room(sum) < seen;
            if (size > 0 && tooMuch) {
                break;
            }
            sum = tooMuch ? Long.MAX_VALUE : sum + next.amount();
            size++;
        }
        return open.subList(0, size);
    }

    /** Returns the count if it left no room for all additions, else {@code null}. */
    private @Nullable StoredCount sendSum(CounterId id, List<Wanted> going) {
        long sum = 0;
        long room = Long.MAX_VALUE;
        for (Wanted each : going) {
            room = Math.min(room, each.room(sum));
            sum += each.amount();
        }
        CountResult result = sending.send(id, sum, room + sum);
        if (result instanceof CountResult.Applied applied) {
            answer(going, applied.counts().get(0), sum);
        } else if (result instanceof CountResult.OverLimit over) {
            return over.counts().get(0);
        } else {
            going.forEach(Wanted::unknown);
        }
        return null;
    }

    private static void answer(List<Wanted> going, StoredCount after, long sum) {
        long count = after.count() - sum;
        for (Wanted each : going) {
            count += each.amount();
            each.answer(true, new StoredCount(after.start(), after.end(), count));
        }
    }

    private static void refuse(List<Wanted> open, StoredCount count) {
        for (Wanted each : open) {
            if (each.room(0) < count.count()) {
                each.answer(false, count);
            }
        }
    }
}
