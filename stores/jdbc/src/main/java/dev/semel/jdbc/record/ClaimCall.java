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

/** A claim in flight. */
public final class ClaimCall extends Call<ClaimResult> {
    private final ClaimRequest request;
    private @Nullable String grantedIn;
    private @Nullable Long doubtedAt;

    /** Creates a call that sends a request. */
    public ClaimCall(ClaimRequest request) {
        super(request.id());
        this.request = request;
    }

    /** Returns the request. */
    public ClaimRequest request() {
        return request;
    }

    /** Returns the transaction in which it was granted, if the database names transactions; otherwise {@code null}. */
    @Nullable
    public String grantedIn() {
        return grantedIn;
    }

    /** Notes the transaction in which it was granted. */
    public void grantedIn(String transaction) {
        grantedIn = transaction;
    }

    /**
     * Returns whether a row that shows the record in doubt can be trusted. A database may read a row before it reads the time, and the
     * owner may renew or settle in between. So the row is read again, and the second one is judged by the time of the first.
     */
    public boolean confirmsDoubt(Row row) {
        boolean confirmed = doubtedAt != null && row.leaseEnd() <= doubtedAt;
        doubtedAt = row.now();
        return confirmed;
    }

    /** Returns the nonce as it is stored. */
    public byte[] nonce() {
        return Row.bytes(request.nonce());
    }

    /** Returns how a new record notes its claim. */
    public int claimedAs() {
        return request.takeOver() ? Row.AS_NEW : Row.AS_NEW_HOLDING;
    }

    /** Returns the length of the lease in microseconds. */
    public long lease() {
        return Micros.of(request.terms().lease());
    }

    /** Returns for how long the record is kept if no other write follows; {@code null} is forever. */
    @Nullable
    public Long keep() {
        return keep(request.terms());
    }

    /** Returns for how long a record that is claimed or renewed now is kept if no other write follows; {@code null} is forever. */
    public static @Nullable Long keep(LeaseTerms terms) {
        Duration abandoned = terms.abandonedRetention();
        return abandoned == null ? null : (Long) (Micros.of(terms.lease()) + Micros.of(abandoned));
    }

    /** Returns claims by the digests of their records. */
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
