package dev.semel.jdbc;

import dev.semel.Fingerprint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads travel together, without a thread of its own and without ever waiting for more to come.
 *
 * <ol>
 *   <li>A caller puts its call in the queue. If fewer batches than lanes are on their way, it takes what has gathered and sends it for all;
 *       otherwise it parks. So a caller alone sends at once.
 *   <li>A batch has no owner's write of a record that is in it already: that stays in the queue, in its order.
 *   <li>When a batch is back, its sender first wakes the caller at the head of the queue, who sends the next one, and then those whose calls
 *       are done. What was left undone goes back to the head of the queue.
 *   <li>An interrupt of one caller must not break the batch of all: it is put off until its own call is done.
 * </ol>
 */
final class Combiner {
    private static final int MAX_CALLS = 256;
    private static final int MAX_BYTES = 4 << 20;

    private final Sender sender;
    private final int lanes;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Call<?>> queue = new ArrayDeque<>();
    private int onTheirWay;

    Combiner(Sender sender, int lanes) {
        this.sender = sender;
        this.lanes = lanes;
    }

    /** Returns when the call is done. */
    void send(Call<?> call) {
        boolean interrupted = Thread.interrupted();
        try {
            List<Call<?>> batch = join(call);
            while (!call.isDone()) {
                if (batch.isEmpty()) {
                    LockSupport.park(this);
                } else {
                    sendForAll(batch);
                }
                interrupted |= Thread.interrupted();
                batch = call.isDone() ? List.of() : take();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<Call<?>> join(Call<?> call) {
        lock.lock();
        try {
            queue.add(call);
            return takeWhileLocked();
        } finally {
            lock.unlock();
        }
    }

    private List<Call<?>> take() {
        lock.lock();
        try {
            return takeWhileLocked();
        } finally {
            lock.unlock();
        }
    }

    private List<Call<?>> takeWhileLocked() {
        if (onTheirWay == lanes || queue.isEmpty()) {
            return List.of();
        }
        List<Call<?>> batch = new ArrayList<>();
        Map<Fingerprint, Class<?>> kinds = new HashMap<>();
        int bytes = 0;
        for (Iterator<Call<?>> all = queue.iterator();
                all.hasNext() && batch.size() < MAX_CALLS && bytes < MAX_BYTES; ) {
            Call<?> call = all.next();
            Class<?> present = kinds.putIfAbsent(call.digest(), call.getClass());
            boolean sharesARow = present == ClaimCall.class && call instanceof ClaimCall;
            if (present == null || sharesARow) {
                batch.add(call);
                bytes += call.size();
                all.remove();
            }
        }
        onTheirWay++;
        return batch;
    }

    private void sendForAll(List<Call<?>> batch) {
        try {
            sender.send(batch);
        } finally {
            wake(handOver(batch));
            for (Call<?> call : batch) {
                if (call.isDone()) {
                    wake(call.caller());
                }
            }
        }
    }

    /** Puts back what is undone, frees the lane, and tells who is next. */
    private @Nullable Thread handOver(List<Call<?>> batch) {
        lock.lock();
        try {
            for (int i = batch.size() - 1; i >= 0; i--) {
                if (!batch.get(i).isDone()) {
                    queue.addFirst(batch.get(i));
                }
            }
            onTheirWay--;
            Call<?> next = queue.peek();
            return next == null ? null : next.caller();
        } finally {
            lock.unlock();
        }
    }

    private static void wake(@Nullable Thread thread) {
        if (thread != null && thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }
}
