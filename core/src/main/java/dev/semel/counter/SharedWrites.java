package dev.semel.counter;

import dev.semel.counter.Wanted.Sending;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.StoredCount;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets threads that add to one count share a write, without a thread of its own and without ever waiting for more to come.
 *
 * <ol>
 *   <li>A caller queues up for the count. Whoever finds nobody on the way sends the sum of all that has gathered; the others park. So a caller
 *       alone sends at once.
 *   <li>All are let through if the count before them leaves room for each in its turn, which is one limit on the sum. Each then gets the count as if
 *       they had come one after the other.
 *   <li>Otherwise nothing was counted and the count is known. Whoever does not fit by itself is refused; the others are sent again, as many as
 *       fit, and in the end one by one.
 *   <li>If the store fails, it is unknown for all who were sent whether they were counted.
 * </ol>
 *
 * <p>Nobody is forgotten: a caller queues up before it looks whether somebody is on the way, and who comes back looks at the queue after that.
 */
final class SharedWrites {
    private static final int MAX_CALLERS = 1_000;
    private static final int REFUSALS_IN_COMMON = 3;

    private final Sending sending;
    private final ConcurrentHashMap<CounterId, Lane> lanes = new ConcurrentHashMap<>();

    SharedWrites(Sending sending) {
        this.sending = sending;
    }

    private static final class Lane {
        private final ConcurrentLinkedQueue<Wanted> queue = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean taken = new AtomicBoolean();
        private int callers; // changed by the map alone
    }

    /** Returns when it is done. An interrupt is put off until then, since the write may be that of many. */
    void send(CounterId id, Wanted wanted) {
        Lane lane = lanes.compute(id, (same, there) -> enter(there));
        boolean interrupted = Thread.interrupted();
        try {
            lane.queue.add(wanted);
            while (!wanted.isDone()) {
                if (!sendWhatHasGathered(id, lane) && !wanted.isDone()) {
                    LockSupport.park(this);
                }
                interrupted |= Thread.interrupted();
            }
        } finally {
            lanes.compute(id, (same, there) -> leave(lane));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Lane enter(@Nullable Lane there) {
        Lane lane = there == null ? new Lane() : there;
        lane.callers++;
        return lane;
    }

    private static @Nullable Lane leave(Lane lane) {
        lane.callers--;
        return lane.callers == 0 ? null : lane;
    }

    private boolean sendWhatHasGathered(CounterId id, Lane lane) {
        if (!lane.taken.compareAndSet(false, true)) {
            return false;
        }
        List<Wanted> batch = new ArrayList<>();
        try {
            for (Wanted next = lane.queue.poll();
                    next != null;
                    next = batch.size() < MAX_CALLERS ? lane.queue.poll() : null) {
                batch.add(next);
            }
            sendAll(id, new ArrayList<>(batch));
        } finally {
            batch.forEach(wanted -> wake(wanted.caller()));
            lane.taken.set(false);
            Wanted next = lane.queue.peek();
            if (next != null) {
                wake(next.caller());
            }
        }
        return !batch.isEmpty();
    }

    private static void wake(Thread thread) {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
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
        } catch (RuntimeException | Error e) {
            Wanted.failAll(open, e);
        }
    }

    /** The first ones that can be let through together if the count is not below what was seen; at least one. */
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

    /** Gives the count if it left no room for all of them. */
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
