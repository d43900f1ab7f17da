package dev.semel.jdbc.record;

import dev.semel.Fingerprint;
import dev.semel.batch.Pending;
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

    public final RecordId id() {
        return id;
    }

    public final Fingerprint digest() {
        return digest;
    }

    /** The primary key. Not to be changed. */
    public final byte[] key() {
        return key;
    }

    /** The order in which rows are written, so that those who want the same ones queue for them. */
    public static int compareByKey(Call<?> one, Call<?> other) {
        return Arrays.compareUnsigned(one.key, other.key);
    }

    @Override
    public abstract int size();

    @Override
    protected final Object subject() {
        return digest;
    }

    /** Claims of one record are answered by one row; an owner's write goes alone, in its order. */
    @Override
    protected final boolean mayTravelWith(Pending<?> present) {
        return this instanceof ClaimCall && present instanceof ClaimCall;
    }

    @Override
    protected final void failAsUnknown(@Nullable Throwable cause) {
        failBecauseOf(cause);
    }

    /** Its outcome is unknown: the same call has to be sent again. */
    public final void failBecauseOf(@Nullable Throwable cause) {
        fail(new StoreException(
                "the database did not confirm a call on the record " + id
                        + (cause == null ? "" : ": " + Causes.of(cause))
                        + "; check that the database can be reached, and send the same call again",
                cause));
    }

    /** To be called before each sending: a call that never gets an answer must not be sent for ever. */
    public final boolean maySend() {
        sendings++;
        return sendings <= 200;
    }

    /** Whether this is not the first sending, so that what was cheaper to try has been tried. */
    public final boolean wasSentBefore() {
        return sendings > 1;
    }

    public final boolean wasSentOften() {
        return sendings > 3;
    }
}
