package dev.semel.batch;

import dev.semel.SemelException;
import dev.semel.StoreException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A call of one thread that another thread may send.
 *
 * @param <R> the type of the answer
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

    /** The batch that has taken this call; {@code null} while it is queued. */
    volatile @Nullable Batch<?> batch;

    /** Whether the caller has gone, with or without an answer. */
    volatile boolean left;

    /** Whether the caller never waits. */
    volatile boolean posted;

    /** Whether a transport has returned this call unsent. */
    volatile boolean unsent;

    private record Failure(SemelException why) {}

    /** Creates a call of the current thread, which waits for the answer. */
    protected Pending() {}

    /** Returns the approximate number of bytes to send. */
    protected int size() {
        return 0;
    }

    /** Returns the subject of this call, or {@code null} if it may be sent together with any other call. */
    protected @Nullable Object subject() {
        return null;
    }

    /** Returns whether this call may be sent together with a call that has the same subject. */
    protected boolean mayTravelWith(Pending<?> present) {
        return true;
    }

    /** Fails this call, since its outcome is unknown. */
    protected abstract void failAsUnknown(@Nullable Throwable cause);

    /** Returns whether this call has an answer or has failed. */
    public final boolean isDone() {
        return outcome != null;
    }

    /** Answers this call. Only the first answer or failure counts. */
    public final boolean answer(R answer) {
        return OUTCOME.compareAndSet(this, null, answer);
    }

    /** Fails this call. Only the first answer or failure counts. */
    public final boolean fail(SemelException why) {
        return OUTCOME.compareAndSet(this, null, new Failure(why));
    }

    /** Queues this call again, since it was not processed. Only for a call that was sent with {@link Combiner#send}. */
    public final void sendAgain() {
        unsent = true;
        wake();
    }

    /** Wakes the caller. */
    public final void wake() {
        if (caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
    }

    /**
     * Returns the answer.
     *
     * @throws SemelException if this call has failed; each caller gets a new {@link StoreException}, since other calls
     *     may have failed for the same reason
     */
    @SuppressWarnings("unchecked")
    public final R get() {
        Object found = outcome;
        if (found == null) {
            throw new IllegalStateException("the call has no answer yet; wait until isDone() returns true");
        } else if (found instanceof Failure failed) {
            throw failed.why.getClass() == StoreException.class
                    ? new StoreException(String.valueOf(failed.why.getMessage()), failed.why.getCause())
                    : failed.why;
        }
        return (R) found;
    }

    /** Returns whether this call still has to be sent. */
    final boolean isWaiting() {
        return batch == null && !left && outcome == null;
    }

    final boolean take(Batch<?> by) {
        return BATCH.compareAndSet(this, null, by);
    }
}
