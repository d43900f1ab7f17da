package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table as it was at one instant of the database's clock.
 *
 * @param claimedAs how the last claim became the owner, one of the constants
 * @param now the database's time at which it was read
 */
record Row(
        Fingerprint digest,
        int format,
        int state,
        int attempt,
        Token token,
        int claimedAs,
        Fingerprint fingerprint,
        long createdAt,
        long leaseEnd,
        @Nullable Long expiresAt,
        @Nullable Result result,
        long now) {
    /** The only format that this version writes and reads. */
    static final int FORMAT = 1;

    static final int IN_PROGRESS = 1;
    static final int RELEASED = 2;
    static final int COMPLETED = 3;
    static final int FAILED = 4;

    static final int AS_NEW = 0;
    static final int BY_TAKING_OVER = 1;
    static final int AS_NEW_HOLDING = 2;

    /** What {@link #read} expects, in this order, followed by the database's time. */
    static final String COLUMNS =
            "digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end, expires_at,"
                    + " media_type, result";

    static Row read(ResultSet from) throws SQLException {
        Fingerprint digest = Fingerprint.fromBytes(from.getBytes(1));
        int format = from.getInt(2);
        if (format != FORMAT) {
            Token none = new Token(1, new Nonce(0, 0));
            return new Row(digest, format, 0, 0, none, 0, digest, 0, 0, null, null, from.getLong(14));
        }
        int state = from.getInt(3);
        long expiry = from.getLong(11);
        Long expiresAt = from.wasNull() ? null : (Long) expiry;
        return new Row(
                digest,
                format,
                state,
                from.getInt(4),
                new Token(from.getLong(5), nonce(from.getBytes(6))),
                from.getInt(7),
                Fingerprint.fromBytes(from.getBytes(8)),
                from.getLong(9),
                from.getLong(10),
                expiresAt,
                state < COMPLETED ? null : result(from, state),
                from.getLong(14));
    }

    /** The row that a claim has made, by what it was made of. */
    static Row inserted(ClaimCall claim, long now) {
        Long keep = claim.keep();
        return new Row(
                claim.digest(),
                FORMAT,
                IN_PROGRESS,
                1,
                new Token(1, claim.request().nonce()),
                claim.claimedAs(),
                claim.request().fingerprint(),
                now,
                now + claim.lease(),
                keep == null ? null : (Long) (now + keep),
                null,
                now);
    }

    private static Result result(ResultSet from, int state) throws SQLException {
        Result.Kind kind = state == COMPLETED ? Result.Kind.VALUE : Result.Kind.FAILURE;
        byte[] bytes = from.getBytes(13);
        return Result.of(kind, from.getString(12), bytes == null ? new byte[0] : bytes);
    }

    static Nonce nonce(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Nonce(buffer.getLong(), buffer.getLong());
    }

    static byte[] bytes(Nonce nonce) {
        return ByteBuffer.allocate(16)
                .putLong(nonce.high())
                .putLong(nonce.low())
                .array();
    }

    /**
     * What the row answers to a claim that it did not change; {@code null} if the claim has to write.
     *
     * @throws UnreadableRecordException if a newer version wrote it
     */
    @Nullable
    ClaimResult answerTo(ClaimRequest request) {
        checkReadable(request.id());
        if (isOver()) {
            return null;
        }
        if (!fingerprint.equals(request.fingerprint())) {
            return new ClaimResult.Mismatch(seenAs(request.id()));
        }
        if (state >= COMPLETED) {
            return new ClaimResult.Settled(seenAs(request.id()));
        }
        if (state == RELEASED || token.nonce().equals(request.nonce())) {
            return null;
        }
        if (now < leaseEnd) {
            return new ClaimResult.Busy(seenAs(request.id()));
        }
        return request.takeOver() ? null : new ClaimResult.InDoubt(seenAs(request.id()));
    }

    /** What the row says after a claim's write; {@code null} if that write was not let through and the row doesn't tell why. */
    @Nullable
    ClaimResult afterWriteOf(ClaimRequest request) {
        checkReadable(request.id());
        if (state == IN_PROGRESS
                && token.nonce().equals(request.nonce())
                && fingerprint.equals(request.fingerprint())) {
            // The write set the end of the lease from its own time: that is the instant at which it decided.
            long claimedAt = leaseEnd - Micros.of(request.terms().lease());
            return new ClaimResult.Claimed(asOf(claimedAt).seenAs(request.id()), claimedAs == BY_TAKING_OVER);
        }
        return answerTo(request);
    }

    boolean isOver() {
        return expiresAt != null && now >= expiresAt;
    }

    void checkReadable(RecordId id) {
        if (format != FORMAT) {
            throw new UnreadableRecordException(
                    id,
                    "expected format " + FORMAT + ", found " + format
                            + "; a newer version of Semel wrote it, so update this application",
                    null);
        }
    }

    StoredRecord seenAs(RecordId id) {
        return new StoredRecord(
                id,
                recordState(),
                fingerprint,
                token,
                attempt,
                Micros.instant(createdAt),
                Micros.instant(leaseEnd),
                expiresAt == null ? null : Micros.instant(expiresAt),
                result,
                Micros.instant(now));
    }

    private RecordState recordState() {
        return switch (state) {
            case COMPLETED -> RecordState.COMPLETED;
            case FAILED -> RecordState.FAILED;
            case RELEASED -> RecordState.RELEASED;
            default ->
                now < leaseEnd
                        ? RecordState.IN_PROGRESS
                        : expiresAt == null ? RecordState.IN_DOUBT : RecordState.ABANDONED;
        };
    }

    private Row asOf(long instant) {
        return new Row(
                digest,
                format,
                state,
                attempt,
                token,
                claimedAs,
                fingerprint,
                createdAt,
                leaseEnd,
                expiresAt,
                result,
                instant);
    }
}
