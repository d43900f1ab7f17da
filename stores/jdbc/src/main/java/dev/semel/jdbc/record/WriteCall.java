package dev.semel.jdbc.record;

import dev.semel.jdbc.sql.Micros;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A renewal, a settlement or a release in flight. Each is conditional on the token. */
public final class WriteCall extends Call<OwnerWrite> {

    /** The kinds of writes. The code of one that ends a lease is the state that it leads to. */
    public enum Kind {
        /** Extends the lease. */
        RENEW(1, Row.IN_PROGRESS),
        /** Ends the lease, so that the next claim runs. */
        RELEASE(2, Row.RELEASED),
        /** Ends the lease with a value. */
        COMPLETE(3, Row.COMPLETED),
        /** Ends the lease with a failure. */
        FAIL(4, Row.FAILED),
        /** Ends the lease and leaves the record abandoned. */
        ABANDON(5, Row.IN_PROGRESS);

        private final int code;
        private final int state;

        Kind(int code, int state) {
            this.code = code;
            this.state = state;
        }

        /** Returns the number by which statements know the kind. */
        public int code() {
            return code;
        }

        /** Returns the state that the write leads to. */
        public int state() {
            return state;
        }

        /** Returns whether the write stores a result. */
        public boolean isSettlement() {
            return state >= Row.COMPLETED;
        }

        /** Returns whether a record with this token in this state shows that the write was applied, perhaps when it was sent before. */
        public boolean isAppliedIn(int found) {
            return found == state || (found >= Row.COMPLETED && state >= Row.COMPLETED);
        }
    }

    /**
     * How long ago the retention of a forgotten record ended. A claim that began before the release may reach the record after it, and
     * judges it by the time at which it began.
     */
    private static final long FORGOTTEN = Micros.of(Duration.ofDays(-1));

    private final Token token;
    private final Kind kind;
    private final long lease;
    private final @Nullable Long keep;
    private final @Nullable Result result;

    private WriteCall(RecordId id, Token token, Kind kind, long lease, @Nullable Long keep, @Nullable Result result) {
        super(id);
        this.token = token;
        this.kind = kind;
        this.lease = lease;
        this.keep = keep;
        this.result = result;
    }

    /** Returns a renewal. */
    public static WriteCall renewal(RecordId id, Token token, LeaseTerms terms) {
        return new WriteCall(id, token, Kind.RENEW, Micros.of(terms.lease()), ClaimCall.keep(terms), null);
    }

    /** Returns a settlement. */
    public static WriteCall settlement(RecordId id, Token token, Result result, Duration retention) {
        Kind kind = result.kind() == Result.Kind.VALUE ? Kind.COMPLETE : Kind.FAIL;
        return new WriteCall(id, token, kind, 0, Micros.of(retention), result);
    }

    /** Returns a release. */
    public static WriteCall release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        Kind kind = as == ReleaseAs.RUNNABLE ? Kind.RELEASE : Kind.ABANDON;
        boolean forgets = kind == Kind.RELEASE && retention.isZero();
        return new WriteCall(id, token, kind, 0, forgets ? FORGOTTEN : Micros.of(retention), null);
    }

    /** Returns the token of the owner. */
    public Token token() {
        return token;
    }

    /** Returns the nonce of the token as it is stored. */
    public byte[] nonce() {
        return Row.bytes(token.nonce());
    }

    /** Returns the kind of the write. */
    public Kind kind() {
        return kind;
    }

    /** Returns the length of the lease from now, for a renewal. */
    public long lease() {
        return lease;
    }

    /** Returns for how long the record is kept from now; {@code null} is until it is settled. */
    @Nullable
    public Long keep() {
        return keep;
    }

    /** Returns the result to store; {@code null} if the write does not settle. */
    @Nullable
    public Result result() {
        return result;
    }

    /** Returns the media type of the result; {@code null} if there is none. */
    @Nullable
    public String mediaType() {
        return result == null ? null : result.mediaType();
    }

    /** Returns the bytes of the result; {@code null} if there is none. */
    public byte @Nullable [] bytes() {
        return result == null ? null : result.bytes();
    }

    /** Returns the checksum of the result; {@code null} if there is none. */
    @Nullable
    public Integer checksum() {
        return result == null ? null : (Integer) result.checksum(id());
    }

    @Override
    public int size() {
        return result == null ? 256 : 256 + result.size();
    }
}
