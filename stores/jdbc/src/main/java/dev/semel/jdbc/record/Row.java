package dev.semel.jdbc.record;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.jdbc.sql.Micros;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table at one instant of the database's clock.
 *
 * @param problem why the row is unreadable, in which case only digest, end and time are valid; {@code null} if it is readable
 * @param claimedAs how the last claim became the owner, one of the constants
 * @param result as it was read, to be verified before a caller gets it
 * @param checksum of the result; {@code null} if there is none
 * @param now the database's time of the read
 */
public record Row(
        Fingerprint digest,
        @Nullable Function<RecordId, UnreadableRecordException> problem,
        int state,
        int attempt,
        Token token,
        int claimedAs,
        Fingerprint fingerprint,
        long createdAt,
        long leaseEnd,
        @Nullable Long expiresAt,
        @Nullable Result result,
        @Nullable Integer checksum,
        long now) {
    /** The only format that this version writes and reads. */
    public static final int FORMAT = 1;

    /** The state of a record with an owner. */
    public static final int IN_PROGRESS = 1;
    /** The state of a record that the next claim can take. */
    public static final int RELEASED = 2;
    /** The state of a record with a value. */
    public static final int COMPLETED = 3;
    /** The state of a record with a failure. */
    public static final int FAILED = 4;

    static final int AS_NEW = 0;
    /** The claim took the record over from another owner. */
    public static final int BY_TAKING_OVER = 1;
    /** The claim was granted on a new or released record, and does not take over. */
    public static final int AS_NEW_HOLDING = 2;

    /** The columns that {@link #read} expects, in this order, followed by the database's time. */
    public static final String COLUMNS =
            "digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end, expires_at,"
                    + " media_type, result, checksum";

    /** Reads a row. Its content never makes this fail, since other callers may be waiting for the same query. */
    public static Row read(ResultSet from) throws SQLException {
        Fingerprint digest = Fingerprint.fromBytes(from.getBytes(1));
        int format = from.getInt(2);
        if (format != FORMAT) {
            return unreadable(digest, null, from, id -> newer(id, format));
        }
        Long expiresAt = nullable(from, 11);
        try {
            return readWhole(digest, expiresAt, from);
        } catch (RuntimeException e) {
            return unreadable(digest, expiresAt, from, Row::damaged);
        }
    }

    private static @Nullable Long nullable(ResultSet from, int column) throws SQLException {
        long value = from.getLong(column);
        return from.wasNull() ? null : (Long) value;
    }

    private static Row unreadable(
            Fingerprint digest,
            @Nullable Long expiresAt,
            ResultSet from,
            Function<RecordId, UnreadableRecordException> problem)
            throws SQLException {
        Token none = new Token(1, new Nonce(0, 0));
        return new Row(digest, problem, 0, 0, none, 0, digest, 0, 0, expiresAt, null, null, from.getLong(15));
    }

    private static UnreadableRecordException newer(RecordId id, int format) {
        return new UnreadableRecordException(
                id,
                "expected format " + FORMAT + ", found " + format
                        + "; a newer version of Semel wrote it, so update this application",
                null);
    }

    private static UnreadableRecordException damaged(RecordId id) {
        return UnreadableRecordException.damaged(id, "a column has a value that Semel never writes", null);
    }

    private static Row readWhole(Fingerprint digest, @Nullable Long expiresAt, ResultSet from) throws SQLException {
        int state = from.getInt(3);
        Long checksum = nullable(from, 14);
        if (state < IN_PROGRESS || state > FAILED || (state < COMPLETED && checksum != null)) {
            throw new IllegalArgumentException("state or checksum is invalid");
        }
        return new Row(
                digest,
                null,
                state,
                from.getInt(4),
                new Token(from.getLong(5), nonce(from.getBytes(6))),
                from.getInt(7),
                Fingerprint.fromBytes(from.getBytes(8)),
                from.getLong(9),
                from.getLong(10),
                expiresAt,
                state < COMPLETED ? null : result(from, state),
                checksum == null ? null : (Integer) checksum.intValue(),
                from.getLong(15));
    }

    /** Returns the row that a claim has inserted, composed from the claim. */
    public static Row inserted(ClaimCall claim, long now) {
        Long keep = claim.keep();
        return new Row(
                claim.digest(),
                null,
                IN_PROGRESS,
                1,
                new Token(1, claim.request().nonce()),
                claim.claimedAs(),
                claim.request().fingerprint(),
                now,
                now + claim.lease(),
                keep == null ? null : (Long) (now + keep),
                null,
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
     * Returns the row's answer to a claim that did not change it; {@code null} if the claim has to write.
     *
     * @throws UnreadableRecordException if a newer version wrote the row, or it is damaged
     */
    @Nullable
    public ClaimResult answerTo(ClaimRequest request) {
        if (givesWayTo(request)) {
            return null;
        }
        checkReadable(request.id());
        if (!fingerprint.equals(request.fingerprint())) {
            return new ClaimResult.Mismatch(seenAs(request.id(), null));
        }
        if (state >= COMPLETED) {
            return new ClaimResult.Settled(seenAs(request.id()));
        }
        return now < leaseEnd
                ? new ClaimResult.Busy(seenAs(request.id()))
                : new ClaimResult.InDoubt(seenAs(request.id()));
    }

    /** Returns whether a claim can replace the row, and so has to write. */
    public boolean givesWayTo(ClaimRequest request) {
        if (isOver()) {
            return true;
        }
        if (problem != null || !fingerprint.equals(request.fingerprint()) || state >= COMPLETED) {
            return false;
        }
        return state == RELEASED || token.nonce().equals(request.nonce()) || (now >= leaseEnd && request.takeOver());
    }

    /** Returns the row's answer after a claim's write; {@code null} if the write did not change it and the row does not show why. */
    @Nullable
    public ClaimResult afterWriteOf(ClaimRequest request) {
        checkReadable(request.id());
        if (state == IN_PROGRESS
                && token.nonce().equals(request.nonce())
                && fingerprint.equals(request.fingerprint())) {
            // The write computed the lease's end from its own time, which is the instant of its decision.
            long claimedAt = leaseEnd - Micros.of(request.terms().lease());
            return new ClaimResult.Claimed(asOf(claimedAt).seenAs(request.id()), claimedAs == BY_TAKING_OVER);
        }
        return answerTo(request);
    }

    /** Returns whether this claim has written the row, perhaps when it was sent before. */
    public boolean isClaimOf(ClaimRequest request) {
        return state == IN_PROGRESS && token.nonce().equals(request.nonce());
    }

    /** Returns whether the retention has ended. */
    public boolean isOver() {
        return expiresAt != null && now >= expiresAt;
    }

    /**
     * Checks that the row is readable.
     *
     * @throws UnreadableRecordException if a newer version wrote it, or it is damaged
     */
    public void checkReadable(RecordId id) {
        if (problem != null) {
            throw problem.apply(id);
        }
    }

    /**
     * Returns the record with its result.
     *
     * @throws UnreadableRecordException if the result is damaged
     */
    public StoredRecord seenAs(RecordId id) {
        return seenAs(id, result == null ? null : result.verified(id, checksum));
    }

    private StoredRecord seenAs(RecordId id, @Nullable Result answer) {
        return new StoredRecord(
                id,
                recordState(),
                fingerprint,
                token,
                attempt,
                Micros.instant(createdAt),
                Micros.instant(leaseEnd),
                expiresAt == null ? null : Micros.instant(expiresAt),
                answer,
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
                problem,
                state,
                attempt,
                token,
                claimedAs,
                fingerprint,
                createdAt,
                leaseEnd,
                expiresAt,
                result,
                checksum,
                instant);
    }
}
