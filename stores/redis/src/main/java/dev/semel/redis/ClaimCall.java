package dev.semel.redis;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordState;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A claim on its way. The server decides; the record as it is afterwards tells here how it decided. */
final class ClaimCall extends RecordCall<ClaimResult> {
    private final ClaimRequest request;

    ClaimCall(ClaimRequest request, byte[] key) {
        super(Script.CLAIM, request.id(), key, ask(request));
        this.request = request;
    }

    private static byte[] ask(ClaimRequest request) {
        Names names = new Names(request.id());
        ByteBuffer ask = ByteBuffer.allocate(1 + 8 + 8 + RecordLayout.CREATED + names.size());
        putTerms(ask, request.terms(), request.takeOver());
        Nonce nonce = request.nonce();
        ask.put((byte) RecordLayout.VERSION)
                .put((byte) RecordLayout.IN_PROGRESS)
                .put((byte) RecordLayout.AS_NEW);
        ask.putLong(nonce.high()).putLong(nonce.low()).putLong(1).putInt(1);
        ask.put(request.fingerprint().bytes());
        names.write(ask);
        return ask.array();
    }

    /** How long a lease is, and how long the record stays after it. */
    static void putTerms(ByteBuffer ask, LeaseTerms terms, boolean takeOver) {
        Duration kept = terms.abandonedRetention();
        int flags = (takeOver ? RecordLayout.TAKES_OVER : 0) + (kept == null ? RecordLayout.STAYS : 0);
        ask.put((byte) flags).putLong(Micros.of(terms.lease())).putLong(kept == null ? 0 : Micros.of(kept));
    }

    @Override
    protected ClaimResult read(long now, @Nullable Object reply) {
        if (reply == null) {
            return new ClaimResult.Claimed(claimedAnew(now), false);
        }
        Entry entry = Entry.of(id(), (byte[]) reply);
        if (!entry.hasFingerprint(request.fingerprint())) {
            return new ClaimResult.Mismatch(entry.sightedAs(id(), now));
        }
        StoredRecord record = entry.seenAs(id(), now);
        if (entry.isSettled()) {
            return new ClaimResult.Settled(record);
        } else if (entry.nonce().equals(request.nonce())) {
            return new ClaimResult.Claimed(record, entry.tookOver());
        }
        return entry.hasLiveLease(now) ? new ClaimResult.Busy(record) : new ClaimResult.InDoubt(record);
    }

    private StoredRecord claimedAnew(long now) {
        LeaseTerms terms = request.terms();
        long leaseEnd = now + Micros.of(terms.lease());
        Duration kept = terms.abandonedRetention();
        return new StoredRecord(
                id(),
                RecordState.IN_PROGRESS,
                request.fingerprint(),
                new Token(1, request.nonce()),
                1,
                Micros.instant(now),
                Micros.instant(leaseEnd),
                kept == null ? null : Micros.instant(leaseEnd + Micros.of(kept)),
                null,
                Micros.instant(now));
    }
}
