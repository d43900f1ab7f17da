package dev.semel.jdbc;

import dev.semel.Fingerprint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the calls of many threads travel together, without a thread of its own and without ever waiting for more to come.
 *
 * <ol>
 *   <li>A caller puts its call in the queue. If a lane is free, it takes what has gathered and sends it for all; otherwise it parks. So a
 *       caller alone sends at once.
 *   <li>A batch has no owner's write of a record that is in it already: that stays in the queue, in its order.
 *   <li>When a batch is back, its sender first wakes those whose calls are done, so that what they ask for next may be in the next batch, and
 *       then the caller at the head of the queue, who sends it. What was left undone goes back to the head of the queue.
 *   <li>An interrupt of one caller must not break the batch of all: it is put off until its own call is done.
 * </ol>
 *
 * <p>Nobody is forgotten: a caller that found no lane free had put its call in the queue before, so that whoever frees a lane, and looks at
 * the queue after that, sees it.
 */
final class Combiner {
    private static final int MAX_CALLS = 256;
    private static final int MAX_BYTES = 4 << 20;

    private final Sender sender;
    private final Semaphore lanes;

    /** Without a lock, since all threads that were woken together come back together. */
    private final ConcurrentLinkedQueue<Call<?>> arrived = new ConcurrentLinkedQueue<>();

    private final ReentrantLock gathering = new ReentrantLock();
    private final ArrayDeque<Call<?>> waiting = new ArrayDeque<>();

    Combiner(Sender sender, int lanes) {
        this.sender = sender;
        this.lanes = new Semaphore(lanes);
    }

    /** Returns when the call is done. */
    void send(Call<?> call) {
        boolean interrupted = Thread.interrupted();
        try {
            arrived.add(call);
            while (!call.isDone()) {
                if (!sendWhatHasGathered() && !call.isDone()) {
                    LockSupport.park(this);
                }
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** False if no lane was free or others have taken everything: whoever has taken a call wakes its caller. */
    private boolean sendWhatHasGathered() {
        if (!lanes.tryAcquire()) {
            return false;
        }
        List<Call<?>> batch = List.of();
        try {
            batch = take();
            if (!batch.isEmpty()) {
                sender.send(batch);
            }
        } finally {
            putBack(batch);
            for (Call<?> call : batch) {
                if (call.isDone()) {
                    wake(call.caller());
                }
            }
            lanes.release();
            wakeNext();
        }
        return !batch.isEmpty();
    }

    private List<Call<?>> take() {
        gathering.lock();
        try {
            gather();
            List<Call<?>> batch = new ArrayList<>(waiting.size());
            Map<Fingerprint, Class<?>> kinds = new HashMap<>();
            int bytes = 0;
            for (Iterator<Call<?>> all = waiting.iterator();
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
            return batch;
        } finally {
            gathering.unlock();
        }
    }

    private void gather() {
        for (Call<?> call = arrived.poll(); call != null; call = arrived.poll()) {
            waiting.add(call);
        }
    }

    private void putBack(List<Call<?>> batch) {
        gathering.lock();
        try {
            for (int i = batch.size() - 1; i >= 0; i--) {
                if (!batch.get(i).isDone()) {
                    waiting.addFirst(batch.get(i));
                }
            }
        } finally {
            gathering.unlock();
        }
    }

    private void wakeNext() {
        gathering.lock();
        try {
            gather();
            if (!waiting.isEmpty()) {
                wake(waiting.getFirst().caller());
            }
        } finally {
            gathering.unlock();
        }
    }

    private static void wake(Thread thread) {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }
}
