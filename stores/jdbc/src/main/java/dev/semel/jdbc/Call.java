package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.store.Causes;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A claim or an owner's write on its way to the database. One thread waits for it, another may send it.
 *
 * @param <R> what it is answered with
 */
abstract sealed class Call<R> permits ClaimCall, WriteCall {
    private final RecordId id;
    private final byte[] key;
    private final Fingerprint digest;
    private final Thread caller = Thread.currentThread();
    private int sendings;
    private @Nullable SemelException failure;
    private volatile @Nullable R answer;
    private volatile boolean done;

    Call(RecordId id) {
        this.id = id;
        this.key = id.digest();
        this.digest = Fingerprint.fromBytes(key);
    }

    final RecordId id() {
        return id;
    }

    final Fingerprint digest() {
        return digest;
    }

    /** The primary key. Not to be changed. */
    final byte[] key() {
        return key;
    }

    /** The order in which rows are written, so that those who want the same ones queue for them. */
    static int compareByKey(Call<?> one, Call<?> other) {
        return Arrays.compareUnsigned(one.key, other.key);
    }

    /** Who waits for the answer. */
    final Thread caller() {
        return caller;
    }

    /** How many bytes it takes to send, roughly. */
    abstract int size();

    final boolean isDone() {
        return done;
    }

    final void answer(R result) {
        answer = result;
        done = true;
    }

    final void fail(SemelException why) {
        failure = why;
        done = true;
    }

    /** Nobody knows what became of it: the same call has to be sent again. */
    final void failBecauseOf(Throwable cause) {
        fail(new StoreException(
                "the database did not confirm a call on the record " + id + ": " + Causes.of(cause)
                        + "; check that the database can be reached, and send the same call again",
                cause));
    }

    /** To be called before each sending: a call that never gets an answer must not be sent for ever. */
    final boolean maySend() {
        sendings++;
        return sendings <= 200;
    }

    /** Whether this is not the first sending, so that what was cheaper to try has been tried. */
    final boolean wasSentBefore() {
        return sendings > 1;
    }

    final boolean wasSentOften() {
        return sendings > 3;
    }

    /** The answer, for the one who waits; only when it is done. */
    final R get() {
        if (failure != null) {
            // Made by another thread, and perhaps for many calls: each caller gets one with its own stack.
            SemelException own = failure instanceof StoreException store && store.getClass() == StoreException.class
                    ? new StoreException(String.valueOf(store.getMessage()), store.getCause())
                    : failure;
            throw own;
        }
        R present = answer;
        if (present == null) {
            throw new IllegalStateException("a call was taken as done before it had an answer");
        }
        return present;
    }
}
