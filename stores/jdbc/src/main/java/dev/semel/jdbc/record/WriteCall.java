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

/** A renewal, a settlement or a release on its way: all are conditional on the token. */
public final class WriteCall extends Call<OwnerWrite> {

    /** What it does. The codes of those that end a lease are the states that they lead to. */
    public enum Kind {
        RENEW(1, Row.IN_PROGRESS),
        RELEASE(2, Row.RELEASED),
        COMPLETE(3, Row.COMPLETED),
        FAIL(4, Row.FAILED),
        ABANDON(5, Row.IN_PROGRESS);

        private final int code;
        private final int state;

        Kind(int code, int state) {
            this.code = code;
            this.state = state;
        }

        public int code() {
            return code;
        }

        public int state() {
            return state;
        }

        public boolean isSettlement() {
            return state >= Row.COMPLETED;
        }

        /** Whether a record of this token in this state shows that the write was applied, perhaps by an earlier sending. */
        public boolean isAppliedIn(int found) {
            return found == state || (found >= Row.COMPLETED && state >= Row.COMPLETED);
        }
    }

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

    public static WriteCall renewal(RecordId id, Token token, LeaseTerms terms) {
        return new WriteCall(id, token, Kind.RENEW, Micros.of(terms.lease()), ClaimCall.keep(terms), null);
    }

    public static WriteCall settlement(RecordId id, Token token, Result result, Duration retention) {
        Kind kind = result.kind() == Result.Kind.VALUE ? Kind.COMPLETE : Kind.FAIL;
        return new WriteCall(id, token, kind, 0, Micros.of(retention), result);
    }

    public static WriteCall release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        Kind kind = as == ReleaseAs.RUNNABLE ? Kind.RELEASE : Kind.ABANDON;
        return new WriteCall(id, token, kind, 0, Micros.of(retention), null);
    }

    public Token token() {
        return token;
    }

    public byte[] nonce() {
        return Row.bytes(token.nonce());
    }

    public Kind kind() {
        return kind;
    }

    /** For a renewal: how long the lease is from now. */
    public long lease() {
        return lease;
    }

    /** How long the record is kept from now; {@code null} is until it is settled. */
    @Nullable
    public Long keep() {
        return keep;
    }

    /** What is stored; {@code null} if it does not settle. */
    @Nullable
    public Result result() {
        return result;
    }

    @Nullable
    public String mediaType() {
        return result == null ? null : result.mediaType();
    }

    public byte @Nullable [] bytes() {
        return result == null ? null : result.bytes();
    }

    @Nullable
    public Integer checksum() {
        return result == null ? null : (Integer) result.checksum(id());
    }

    @Override
    public int size() {
        return result == null ? 256 : 256 + result.size();
    }
}
