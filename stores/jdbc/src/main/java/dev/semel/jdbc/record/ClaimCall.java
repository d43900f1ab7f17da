package dev.semel.jdbc.record;

import dev.semel.Fingerprint;
import dev.semel.jdbc.sql.Micros;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A claim on its way. */
public final class ClaimCall extends Call<ClaimResult> {
    private final ClaimRequest request;
    private @Nullable String grantedIn;
    private @Nullable Long doubtedAt;

    public ClaimCall(ClaimRequest request) {
        super(request.id());
        this.request = request;
    }

    public ClaimRequest request() {
        return request;
    }

    /** The transaction in which it was granted, where the database has a name for it. */
    @Nullable
    public String grantedIn() {
        return grantedIn;
    }

    public void grantedIn(String transaction) {
        grantedIn = transaction;
    }

    /**
     * Returns whether a row by which the record is in doubt may be believed. A database may read a row and take the time later; in between the
     * owner may have renewed or settled. So the row is read again, and that one is judged by the time of the first.
     */
    public boolean confirmsDoubt(Row row) {
        boolean confirmed = doubtedAt != null && row.leaseEnd() <= doubtedAt;
        doubtedAt = row.now();
        return confirmed;
    }

    public byte[] nonce() {
        return Row.bytes(request.nonce());
    }

    public int claimedAs() {
        return request.takeOver() ? Row.AS_NEW : Row.AS_NEW_HOLDING;
    }

    public long lease() {
        return Micros.of(request.terms().lease());
    }

    @Nullable
    public Long keep() {
        return keep(request.terms());
    }

    /** How long a record that is claimed or renewed now is kept if nobody touches it again; {@code null} is for ever. */
    public static @Nullable Long keep(LeaseTerms terms) {
        Duration abandoned = terms.abandonedRetention();
        return abandoned == null ? null : (Long) (Micros.of(terms.lease()) + Micros.of(abandoned));
    }

    public static Map<Fingerprint, ClaimCall> byDigest(List<ClaimCall> claims) {
        Map<Fingerprint, ClaimCall> all = new HashMap<>();
        claims.forEach(claim -> all.put(claim.digest(), claim));
        return all;
    }

    @Override
    public int size() {
        return 512;
    }
}
