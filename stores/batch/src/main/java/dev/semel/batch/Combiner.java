package dev.semel.batch;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends the calls of many threads in batches, without ever waiting for more calls.
 *
 * <ol>
 *   <li>A caller queues its call. If a lane is free, it takes the queued calls and sends them for all callers;
 *       otherwise it parks. So a single caller sends immediately.
 *   <li>A call that may not be sent together with one of the batch stays queued, in its order.
 *   <li>When a batch returns, its sender first wakes the callers whose calls are done, so that their next calls may
 *       join the next batch. It then frees the lane and wakes the caller at the head of the queue, or sends the next
 *       batch.
 *   <li>An interrupt of one caller must not break the batch of all callers: it is deferred until the caller's own call
 *       is done.
 * </ol>
 *
 * <p>No call and no lane is lost, even if any step throws an {@link Error}:
 *
 * <ol>
 *   <li>A call is queued before its caller looks for a free lane, and a lane is freed before its holder looks at the
 *       queue. So for every queued call and free lane, one of the two threads sees the other.
 *   <li>Only the caller queues its call. A batch takes it by compare-and-set and removes the queue's entry after that:
 *       an error in between leaves an entry that the next batch removes.
 *   <li>A lane refers to the batch that holds it. It is taken by compare-and-set and freed by a field write, in a
 *       {@code finally} that reads another field to determine whether the lane was taken.
 *   <li>If its batch has ended and a call has no answer, its caller notices. If the call was not sent, it is queued
 *       again; if it was, its outcome is unknown.
 *   <li>A parked caller checks again after 100 ms. So an error costs other callers such an interval, never a lane or a
 *       call.
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

    /** Without a lock, since threads that were woken together return together. */
    private final ConcurrentLinkedQueue<P> queue = new ConcurrentLinkedQueue<>();

    /** How the next batch starts when one returns. */
    public enum Handover {
        /** The transport blocks; the caller at the head of the queue sends the next batch. */
        WAKE_HEAD,
        /**
         * Like {@link #WAKE_HEAD}, but a platform thread sends for virtual threads. A virtual thread is unmounted while
         * it waits for the server. If callers that wait for it have pinned all carriers, it would never get a carrier
         * to continue.
         */
        WAKE_HEAD_ON_PLATFORM,
        /** The transport does not block; the thread that ends a batch sends the next one. */
        SEND_ON
    }

    /**
     * The limits of a batch. A larger call is sent alone.
     *
     * @param calls the maximum number of calls
     * @param bytes their maximum total size, by {@link Pending#size}
     */
    public record Limits(int calls, long bytes) {}

    static final class Lane<P extends Pending<?>> {
        @SuppressWarnings("rawtypes")
        private static final AtomicReferenceFieldUpdater<Lane, Batch> CURRENT =
                AtomicReferenceFieldUpdater.newUpdater(Lane.class, Batch.class, "current");

        final int number;
        volatile @Nullable Batch<P> current;

        /** The platform thread that sends for virtual threads. */
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

    /**
     * Creates a combiner.
     *
     * @param lanes how many batches may be in flight together
     */
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

    /** Sends a call, and returns when it is done or after {@code atMost} nanoseconds. Returns whether it is done. */
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

    /** Returns false if the lane was taken or no call was queued. */
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
            // Field accesses only: there may be neither stack nor memory for more.
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

    /** Wakes the callers that have to requeue or fail their calls, and the caller that sends next. */
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

    /** Requeues or fails a call that has no answer although its batch may have ended. Called by its caller only. */
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

    /** Frees lanes in which a batch was left because of an error in the thread that was to end it. */
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

    /** Asks a platform thread to send. */
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
            // Checked after clearing the sender, since a caller queues first and looks for a sender second.
        } while (!queue.isEmpty());
    }

    private boolean sendAsAsked(Lane<P> lane) {
        try {
            return lane.current == null && !queue.isEmpty() && sendOver(lane);
        } catch (Throwable thrown) {
            return false; // the callers get it as the cause of their failures
        }
    }
}
