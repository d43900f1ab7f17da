package dev.semel.redis.record;

import dev.semel.RecordState;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Claims a record. The server decides; the reply is the record after the decision, from which this class derives the result. */
public final class ClaimScriptCall extends RecordCall<ClaimResult> {
    private final ClaimRequest request;

    /** Creates a call that claims the requested record. */
    public ClaimScriptCall(ClaimRequest request, RecordKeys keys) {
        super(RecordScripts.CLAIM, request.id(), keys.of(request.id()), argument(request));
        this.request = request;
    }

    private static byte[] argument(ClaimRequest request) {
        RecordNames names = new RecordNames(request.id());
        ByteBuffer argument = ByteBuffer.allocate(1 + 8 + 8 + RecordLayout.CREATED + names.size());
        putTerms(argument, request.terms(), request.takeOver());
        Nonce nonce = request.nonce();
        argument.put((byte) RecordLayout.VERSION)
                .put((byte) RecordLayout.IN_PROGRESS)
                .put((byte) RecordLayout.AS_NEW);
        argument.putLong(nonce.high()).putLong(nonce.low()).putLong(1).putInt(1);
        argument.put(request.fingerprint().bytes());
        names.write(argument);
        return argument.array();
    }

    /** Appends the lease's length, and how long the record is kept after it. */
    static void putTerms(ByteBuffer argument, LeaseTerms terms, boolean takeOver) {
        Duration kept = terms.abandonedRetention();
        int flags = (takeOver ? RecordLayout.TAKES_OVER : 0) + (kept == null ? RecordLayout.STAYS : 0);
        argument.put((byte) flags)
                .putLong(ServerMicros.of(terms.lease()))
                .putLong(kept == null ? 0 : ServerMicros.of(kept));
    }

    @Override
    protected ClaimResult read(long now, @Nullable Object reply) {
        if (reply == null) {
            return new ClaimResult.Claimed(newRecord(now), false);
        }
        RecordBytes found = RecordBytes.of(id(), (byte[]) reply);
        if (!found.hasFingerprint(request.fingerprint())) {
            return new ClaimResult.Mismatch(found.withoutResult(id(), now));
        }
        StoredRecord record = found.toStoredRecord(id(), now);
        if (found.isSettled()) {
            return new ClaimResult.Settled(record);
        } else if (found.nonce().equals(request.nonce())) {
            return new ClaimResult.Claimed(record, found.tookOver());
        }
        return found.hasLiveLease(now) ? new ClaimResult.Busy(record) : new ClaimResult.InDoubt(record);
    }

    @Override
    protected boolean isWrite(ClaimResult answer) {
        return answer instanceof ClaimResult.Claimed;
    }

    private StoredRecord newRecord(long now) {
        LeaseTerms terms = request.terms();
        long leaseEnd = now + ServerMicros.of(terms.lease());
        Duration kept = terms.abandonedRetention();
        return new StoredRecord(
                id(),
                RecordState.IN_PROGRESS,
                request.fingerprint(),
                new Token(1, request.nonce()),
                1,
                ServerMicros.instant(now),
                ServerMicros.instant(leaseEnd),
                kept == null ? null : ServerMicros.instant(leaseEnd + ServerMicros.of(kept)),
                null,
                ServerMicros.instant(now));
    }
}
