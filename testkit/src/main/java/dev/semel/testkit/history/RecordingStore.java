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
 * A store that records the requests to another one and its answers. Each request is recorded before it is sent, so that it is known even if
 * the process dies. A call begins after {@link #before}: one that was paused there is late, and must not count as one that was in flight
 * during the pause.
 */
public class RecordingStore extends DelegatingStore {
    private static final Nonce UNKNOWN_OWNER = new Nonce(0, 0);

    private final Recorder recorder;

    /** Records the requests to {@code target}. */
    public RecordingStore(Store target, Recorder recorder) {
        super(target);
        this.recorder = recorder;
    }

    /** Receives a request that has been recorded and is about to be sent. Does nothing by default. */
    protected void before(StoreCall call) {}

    /** Receives a request whose answer has been recorded; a claim only if it was granted. Does nothing by default. */
    protected void after(StoreCall call) {}

    /** Receives a write of an owner that has thrown an exception. Does nothing by default. */
    protected void failed(RecordId id, Token token, RuntimeException failure) {}

    /** Returns the name of a request in the history. Defaults to its fingerprint. */
    protected String request(Fingerprint fingerprint) {
        return fingerprint.toString();
    }

    /** Returns a text that differs between different results. Defaults to a digest of the bytes. */
    protected String hash(Result result) {
        return hashOf(result.bytes());
    }

    /** Returns the effect that produced a result, or {@code null} (the default) if the result does not show it. */
    protected @Nullable String effectOf(Result result) {
        return null;
    }

    /** Returns the name of a record in the history. */
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
        // one name and its value in each line
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
            return result.record().token().nonce().equals(UNKNOWN_OWNER) ? Kind.HELD_UP : Kind.BUSY;
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
