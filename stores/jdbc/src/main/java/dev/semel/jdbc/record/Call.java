package dev.semel.jdbc.record;

import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.batch.Pending;
import dev.semel.store.Causes;
import dev.semel.store.RecordId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A claim or an owner's write in flight. One thread waits for it, another may send it.
 *
 * @param <R> the type of its answer
 */
public abstract sealed class Call<R> extends Pending<R> permits ClaimCall, WriteCall {
    private final RecordId id;
    private final byte[] key;
    private final Fingerprint digest;
    private int sendings;

    Call(RecordId id) {
        this.id = id;
        this.key = id.digest();
        this.digest = Fingerprint.fromBytes(key);
    }

    /** Returns the identity of the record. */
    public final RecordId id() {
        return id;
    }

    /** Returns the digest of the identity, which is the primary key. */
    public final Fingerprint digest() {
        return digest;
    }

    /** Returns the primary key. It must not be modified. */
    public final byte[] key() {
        return key;
    }

    /** Orders calls as rows are locked, so that transactions that want the same rows queue for them and do not deadlock. */
    public static int compareByKey(Call<?> one, Call<?> other) {
        return Arrays.compareUnsigned(one.key, other.key);
    }

    @Override
    public abstract int size();

    @Override
    protected final Object subject() {
        return digest;
    }

    /** Allows claims of one record in a batch, since one row answers them. An owner's write travels alone, in its order. */
    @Override
    protected final boolean mayTravelWith(Pending<?> present) {
        return this instanceof ClaimCall && present instanceof ClaimCall;
    }

    @Override
    protected final void failAsUnknown(@Nullable Throwable cause) {
        failBecauseOf(cause);
    }

    /** Fails the call as unknown: the same call must be sent again. */
    public final void failBecauseOf(@Nullable Throwable cause) {
        fail(new StoreException(
                "the database did not confirm a call on the record " + id
                        + (cause == null ? "" : ": " + Causes.of(cause))
                        + "; check that the database can be reached, and send the same call again",
                cause));
    }

    /** Counts a sending and returns whether it is allowed. A call that never gets an answer is not sent forever. */
    public final boolean maySend() {
        sendings++;
        return sendings <= 200;
    }

    /** Returns whether the call was sent before, so that the cheapest way has already been tried. */
    public final boolean wasSentBefore() {
        return sendings > 1;
    }

    /** Returns whether the call was sent so often that it should pause first. */
    public final boolean wasSentOften() {
        return sendings > 3;
    }
}
