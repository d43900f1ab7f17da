package dev.semel.testkit.history;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what is asked of a store and what it answers. What could matter is written before it is sent, so that a process that dies has left
 * word of it. A call begins after {@link #before}: one that stood still there is late, and must not pass for one that was under way all the time.
 */
public class RecordingStore extends DelegatingStore {
    private static final Nonce NOBODY = new Nonce(0, 0);

    private final Recorder recorder;

    /** Writes down what {@code target} is asked. */
    public RecordingStore(Store target, Recorder recorder) {
        super(target);
        this.recorder = recorder;
    }

    /** A call has been written down, and is about to be sent. */
    protected void before(StoreCall call) {}

    /** The answer to a call has been written down; of a claim, that it was granted. */
    protected void after(StoreCall call) {}

    /** A write of an owner has failed. */
    protected void failed(RecordId id, Token token, RuntimeException failure) {}

    /** How a request is named. */
    protected String request(Fingerprint fingerprint) {
        return fingerprint.toString();
    }

    /** What tells one result from another. */
    protected String hash(Result result) {
        return hashOf(result.bytes());
    }

    /** Which effect a result is of; {@code null} if that can't be told from it. */
    protected @Nullable String effectOf(Result result) {
        return null;
    }

    /** How a record is named. */
    public static String nameOf(RecordId id) {
        return id.operation() + "|" + id.scope() + "|" + id.key();
    }

    static String hashOf(byte[] bytes) {
        return Fingerprint.of(bytes).toString();
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        String id = nameOf(request.id());
        String asked = request(request.fingerprint());
        recorder.write(Kind.CLAIM, id, "n", request.nonce(), "q", asked);
        before(StoreCall.CLAIM);
        long began = recorder.now();
        ClaimResult result;
        try {
            result = super.claim(request);
        } catch (RuntimeException e) {
            String thrown = e.getClass().getSimpleName();
            recorder.write(Kind.CLAIM_FAILED, id, "b", began, "n", request.nonce(), "x", thrown);
            throw e;
        }
        write(result, request, began);
        if (result instanceof ClaimResult.Claimed) {
            after(StoreCall.CLAIM);
        }
        return result;
    }

    private void write(ClaimResult result, ClaimRequest request, long began) {
        StoredRecord record = result.record();
        Result stored = result instanceof ClaimResult.Settled ? record.result() : null;
        ClaimResult.Claimed claimed = result instanceof ClaimResult.Claimed granted ? granted : null;
        // One name and its value in each line.
        @Nullable
        Object[] what = {
            "b", began,
            "n", request.nonce(),
            "q", request(request.fingerprint()),
            "m", record.token().nonce(),
            "e", record.token().epoch(),
            "a", record.attempt(),
            "s", record.createdAt(),
            "r", request(record.fingerprint()),
            "h", stored == null ? null : hash(stored),
            "over", claimed != null && claimed.tookOver() ? 1 : null,
            "l", claimed == null ? null : request.terms().lease().toMillis(),
            "stays", claimed != null && record.expiresAt() == null ? 1 : null
        };
        recorder.write(kindOf(result), nameOf(request.id()), what);
    }

    private static Kind kindOf(ClaimResult result) {
        if (result instanceof ClaimResult.Claimed) {
            return Kind.CLAIMED;
        } else if (result instanceof ClaimResult.Busy) {
            return result.record().token().nonce().equals(NOBODY) ? Kind.HELD_UP : Kind.BUSY;
        } else if (result instanceof ClaimResult.Settled) {
            return Kind.SETTLED;
        }
        return result instanceof ClaimResult.InDoubt ? Kind.IN_DOUBT : Kind.MISMATCH;
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        Object[] what = {
            "n", token.nonce(), "e", token.epoch(), "l", terms.lease().toMillis()
        };
        return write(StoreCall.RENEW, id, token, what, () -> super.renew(id, token, terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        @Nullable
        Object[] what = {
            "n", token.nonce(),
            "e", token.epoch(),
            "h", hash(result),
            "u", effectOf(result),
            "z", result.size(),
            "ms", retention.toMillis()
        };
        return write(StoreCall.SETTLE, id, token, what, () -> super.settle(id, token, result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        Object[] what = {"n", token.nonce(), "e", token.epoch(), "as", as, "ms", retention.toMillis()};
        return write(StoreCall.RELEASE, id, token, what, () -> super.release(id, token, as, retention));
    }

    private OwnerWrite write(
            StoreCall call, RecordId id, Token token, @Nullable Object[] what, Supplier<OwnerWrite> send) {
        recorder.write(Kind.sent(call), nameOf(id), what);
        before(call);
        long began = recorder.now();
        OwnerWrite write;
        try {
            write = send.get();
        } catch (RuntimeException e) {
            failed(id, token, e);
            throw e;
        }
        recorder.write(Kind.answered(call, write), nameOf(id), with(began, what));
        after(call);
        return write;
    }

    private static @Nullable Object[] with(long began, @Nullable Object[] what) {
        @Nullable Object[] all = new @Nullable Object[what.length + 2];
        all[0] = "b";
        all[1] = began;
        System.arraycopy(what, 0, all, 2, what.length);
        return all;
    }
}
