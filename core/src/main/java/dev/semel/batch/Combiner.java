package dev.semel.batch;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads travel together, without ever waiting for more to come.
 *
 * <ol>
 *   <li>A caller queues its call. If a lane is free, it takes what has gathered and sends it for all; otherwise it parks. So a caller alone
 *       sends immediately.
 *   <li>A call that may not travel with one of the batch stays queued, in its order.
 *   <li>When a batch is back, its sender first wakes those whose calls are done, so that what they ask for next may be in the next batch. It
 *       then frees the lane and wakes the caller at the head of the queue, or sends on.
 *   <li>An interrupt of one caller must not break the batch of all: it is put off until its own call is done.
 * </ol>
 *
 * <p>No call and no lane is lost, even if any step throws an {@link Error}:
 *
 * <ol>
 *   <li>A call is queued before its caller looks for a free lane, and a lane is freed before its holder looks at the queue. So for every
 *       queued call and free lane, one of the two sees the other.
 *   <li>Only the caller queues its call. A batch takes it by compare-and-set and removes the queue's entry after that: an error in between
 *       leaves an entry that the next one removes.
 *   <li>A lane is the batch that has it. It is taken by compare-and-set and freed by a field write, in a {@code finally} that finds out by
 *       another field access whether the lane was taken at all.
 *   <li>If its batch has ended and a call has no answer, its caller notices. What was not sent is queued again; of what was sent the outcome is
 *       unknown.
 *   <li>A parked caller looks again after 100 ms. So an error costs other callers such an interval, never a lane or a call.
 * </ol>
 *
 * @param <P> the calls
 */
public final class Combiner<P extends Pending<?>> {
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE = TimeUnit.SECONDS.toNanos(2);

    private final Transport<P> transport;
    private final Limits limits;
    private final Handover handover;
    private final Lane<P>[] lanes;

    /** Without a lock, since all threads that were woken together come back together. */
    private final ConcurrentLinkedQueue<P> queue = new ConcurrentLinkedQueue<>();

    /** How the next batch starts when one is back. */
    public enum Handover {
        /** The transport blocks; the caller at the head of the queue sends the next batch. */
        WAKE_HEAD,
        /**
         * The same, but for virtual threads a platform thread sends. A virtual one is unmounted while it waits for the server, and it would
         * never get a carrier to go on if all carriers are pinned by callers that wait for it.
         */
        WAKE_HEAD_ON_PLATFORM,
        /** The transport does not block; the thread that ends a batch sends the next one. */
        SEND_ON
    }

    /**
     * What fits into a batch. A call that is larger travels alone.
     *
     * @param calls how many
     * @param bytes how many in all, by {@link Pending#size}
     */
    public record Limits(int calls, long bytes) {}

    static final class Lane<P extends Pending<?>> {
        @SuppressWarnings("rawtypes")
        private static final AtomicReferenceFieldUpdater<Lane, Batch> CURRENT =
                AtomicReferenceFieldUpdater.newUpdater(Lane.class, Batch.class, "current");

        final int number;
        volatile @Nullable Batch<P> current;

        /** The platform thread that sends for virtual ones. */
        volatile @Nullable Thread sender;

        Lane(int number) {
            this.number = number;
        }

        boolean take(Batch<P> batch) {
            return CURRENT.compareAndSet(this, null, batch);
        }

        void free(Batch<P> batch) {
            CURRENT.compareAndSet(this, batch, null);
        }
    }

    /** Sends over as many lanes at a time. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Combiner(Transport<P> transport, Limits limits, int lanes, Handover handover) {
        this.transport = transport;
        this.limits = limits;
        this.handover = handover;
        this.lanes = new Lane[lanes];
        for (int i = 0; i < lanes; i++) {
            this.lanes[i] = new Lane<>(i);
        }
    }

    /** Sends a call and returns when it is done. */
    public void send(P call) {
        send(call, Long.MAX_VALUE);
    }

    /** Sends a call, and returns when it is done or when so many nanoseconds have passed. Returns whether it is done. */
    public boolean send(P call, long atMost) {
        boolean interrupted = Thread.interrupted();
        long since = System.nanoTime();
        try {
            queue.add(call);
            while (!call.isDone()) {
                long left = atMost - (System.nanoTime() - since);
                if (left <= 0) {
                    return false;
                }
                if (!sendWhatHasGathered() && !call.isDone()) {
                    LockSupport.parkNanos(call, Math.min(left, LOOK_AGAIN));
                }
                interrupted |= Thread.interrupted();
                lookAgain(call);
            }
            return true;
        } finally {
            call.left = true;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sends a call without waiting for its answer. Only with {@link Handover#SEND_ON}. */
    public void post(P call) {
        call.posted = true;
        queue.add(call);
        sendOn();
    }

    /** Returns whether nothing is queued or in flight. */
    public boolean isIdle() {
        if (!queue.isEmpty()) {
            return false;
        }
        for (Lane<P> lane : lanes) {
            if (lane.current != null) {
                return false;
            }
        }
        return true;
    }

    private void sendOn() {
        while (sendWhatHasGathered()) {
            // until the lanes are taken or the queue is empty
        }
    }

    /** Returns false if no lane was free, other threads have taken everything, or another thread was asked to send. */
    private boolean sendWhatHasGathered() {
        boolean asks = handover == Handover.WAKE_HEAD_ON_PLATFORM && Virtual.isCurrent();
        for (Lane<P> lane : lanes) {
            while (lane.current == null && !queue.isEmpty()) {
                if (asks) {
                    ask(lane);
                    return false;
                } else if (sendOver(lane)) {
                    return true;
                } else if (handover != Handover.SEND_ON) {
                    break;
                }
            }
        }
        return false;
    }

    private boolean sendOver(Lane<P> lane) {
        transport.requireRoom();
        Batch<P> batch = new Batch<>(this, lane);
        try {
            return send(batch);
        } finally {
            if (batch.ended && handover != Handover.SEND_ON) {
                wakeAfter(batch);
            }
        }
    }

    /** Returns false if the lane was taken or nothing has gathered. */
    private boolean send(Batch<P> batch) {
        Lane<P> lane = batch.lane;
        boolean inFlight = false;
        try {
            if (!lane.take(batch)) {
                return false;
            }
            gather(batch);
            if (batch.calls.isEmpty()) {
                return false;
            }
            batch.sent = true;
            transport.send(batch);
            if (handover == Handover.SEND_ON) {
                inFlight = true;
            } else {
                batch.returned = true;
                wakeDone(batch);
            }
            return true;
        } catch (Throwable thrown) {
            batch.failure = thrown;
            throw thrown;
        } finally {
            // Field accesses alone: there may be neither stack nor memory for more.
            if (!inFlight && lane.current == batch) {
                batch.ended = true;
                lane.current = null;
            }
        }
    }

    private void gather(Batch<P> batch) {
        long bytes = 0;
        for (Iterator<P> all = queue.iterator(); all.hasNext() && batch.calls.size() < limits.calls; ) {
            P call = all.next();
            if (call.isWaiting()) {
                long more = bytes + call.size();
                if (more > limits.bytes && !batch.calls.isEmpty()) {
                    return;
                } else if (!batch.mayJoin(call)) {
                    continue;
                } else if (call.take(batch)) {
                    batch.calls.add(call);
                    bytes = more;
                }
            }
            all.remove();
        }
    }

    private static void wakeDone(Batch<?> batch) {
        for (Pending<?> call : batch.calls) {
            if (call.isDone()) {
                call.wake();
            }
        }
    }

    /** Wakes those who have to look after their calls themselves, and the one that is to send next. */
    private void wakeAfter(Batch<?> batch) {
        for (Pending<?> call : batch.calls) {
            if (!call.isDone()) {
                call.wake();
            }
        }
        for (Iterator<P> all = queue.iterator(); all.hasNext(); ) {
            P head = all.next();
            if (head.isWaiting()) {
                head.wake();
                return;
            }
            all.remove();
        }
    }

    /** Looks after a call that has no answer although its batch may have ended. Only its caller does so. */
    private void lookAgain(P call) {
        if (call.isDone()) {
            return;
        }
        Batch<?> by = call.batch;
        if (by != null && by.ended && !call.isDone() && !call.unsent && by.sent && !by.returned) {
            call.failAsUnknown(by.failure);
        } else if (by != null && (by.ended || call.unsent)) {
            call.unsent = false;
            call.batch = null;
            queue.add(call);
        } else if (handover == Handover.SEND_ON) {
            freeLanesOfNoUse();
        }
    }

    /** An error in the thread that was to end a batch may have left it in its lane. */
    private void freeLanesOfNoUse() {
        for (Lane<P> lane : lanes) {
            Batch<P> batch = lane.current;
            if (batch != null && batch.sent && batch.isOfNoUse()) {
                batch.end();
            }
        }
    }

    void ended(Batch<P> batch) {
        batch.lane.free(batch);
        sendOn();
    }

    /** Has a platform thread send. */
    private void ask(Lane<P> lane) {
        Thread present = lane.sender;
        if (present != null && present.isAlive()) {
            LockSupport.unpark(present);
            return;
        }
        Thread sender = new Thread(() -> sendFor(lane), "semel-sender");
        sender.setDaemon(true);
        lane.sender = sender;
        sender.start();
    }

    private void sendFor(Lane<P> lane) {
        do {
            long since = System.nanoTime();
            while (System.nanoTime() - since < IDLE) {
                if (sendAsAsked(lane)) {
                    since = System.nanoTime();
                } else {
                    LockSupport.parkNanos(this, IDLE);
                }
            }
            lane.sender = null;
            // After that, as a caller queues first and looks for a sender second.
        } while (!queue.isEmpty());
    }

    private boolean sendAsAsked(Lane<P> lane) {
        try {
            return lane.current == null && !queue.isEmpty() && sendOver(lane);
        } catch (Throwable thrown) {
            return false; // the callers have it as the cause of their own failures
        }
    }
}
