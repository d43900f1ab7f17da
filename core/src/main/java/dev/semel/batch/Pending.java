package dev.semel.batch;

import dev.semel.SemelException;
import dev.semel.StoreException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A call of one thread that may be sent by another one.
 *
 * @param <R> what it is answered with
 */
public abstract class Pending<R> {
    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<Pending, Object> OUTCOME =
            AtomicReferenceFieldUpdater.newUpdater(Pending.class, Object.class, "outcome");

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<Pending, Batch> BATCH =
            AtomicReferenceFieldUpdater.newUpdater(Pending.class, Batch.class, "batch");

    private final Thread caller = Thread.currentThread();

    /** The answer, or a {@link Failure}. */
    private volatile @Nullable Object outcome;

    /** The batch that has taken it; none while it is queued. */
    volatile @Nullable Batch<?> batch;

    /** Whether its caller has gone, with an answer or without. */
    volatile boolean left;

    /** Whether its caller has never waited. */
    volatile boolean posted;

    /** Whether a transport has returned it unsent. */
    volatile boolean unsent;

    private record Failure(SemelException why) {}

    /** Starts with the current thread as the caller, who waits for the answer. */
    protected Pending() {}

    /** Returns how many bytes it takes to send, roughly. */
    protected int size() {
        return 0;
    }

    /** Returns what it is about, or {@code null} if it may travel with any other call. */
    protected @Nullable Object subject() {
        return null;
    }

    /** Returns whether it may travel with a call that has the same subject. */
    protected boolean mayTravelWith(Pending<?> present) {
        return true;
    }

    /** Fails it, as its outcome is unknown. */
    protected abstract void failAsUnknown(@Nullable Throwable cause);

    /** Returns whether it has an answer or has failed. */
    public final boolean isDone() {
        return outcome != null;
    }

    /** Answers it. Only the first answer or failure counts. */
    public final boolean answer(R answer) {
        return OUTCOME.compareAndSet(this, null, answer);
    }

    /** Fails it. Only the first answer or failure counts. */
    public final boolean fail(SemelException why) {
        return OUTCOME.compareAndSet(this, null, new Failure(why));
    }

    /** Has it queued again, since it was not looked at. Only for one that was sent with {@link Combiner#send}. */
    public final void sendAgain() {
        unsent = true;
        wake();
    }

    /** Wakes its caller. */
    public final void wake() {
        if (caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
    }

    /**
     * Returns the answer.
     *
     * @throws SemelException if it has failed; a {@link StoreException} is the caller's own, since other calls may have failed by the same
     */
    @SuppressWarnings("unchecked")
    public final R get() {
        Object found = outcome;
        if (found == null) {
            throw new IllegalStateException("a call was taken as done before it had an answer");
        } else if (found instanceof Failure failed) {
            throw failed.why.getClass() == StoreException.class
                    ? new StoreException(String.valueOf(failed.why.getMessage()), failed.why.getCause())
                    : failed.why;
        }
        return (R) found;
    }

    /** Whether it stands in the queue for good reason. */
    final boolean isWaiting() {
        return batch == null && !left && outcome == null;
    }

    final boolean take(Batch<?> by) {
        return BATCH.compareAndSet(this, null, by);
    }
}
