package dev.semel.store;

import dev.semel.Fingerprint;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request to own a record, with its terms. */
public final class ClaimRequest {
    private final RecordId id;
    private final Fingerprint fingerprint;
    private final Supplier<Nonce> nonces;
    private final LeaseTerms terms;
    private final boolean takeOver;
    private volatile @Nullable Nonce nonce;

    /**
     * Creates a request.
     *
     * @param nonces called once, when {@link #nonce()} is first needed: a store that can answer a replay without a
     *     nonce saves its cost
     * @param takeOver whether to claim a record whose lease has expired
     */
    public ClaimRequest(
            RecordId id, Fingerprint fingerprint, Supplier<Nonce> nonces, LeaseTerms terms, boolean takeOver) {
        this.id = Objects.requireNonNull(id, "id");
        this.fingerprint = Objects.requireNonNull(fingerprint, "fingerprint");
        this.nonces = Objects.requireNonNull(nonces, "nonces");
        this.terms = Objects.requireNonNull(terms, "terms");
        this.takeOver = takeOver;
    }

    /** Returns the record to claim. */
    public RecordId id() {
        return id;
    }

    /** Returns the fingerprint of the caller's request. */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /** Returns the nonce of this attempt. It is the same each time, and so also when the claim is repeated. */
    public Nonce nonce() {
        Nonce known = nonce;
        if (known == null) {
            synchronized (this) {
                known = nonce;
                if (known == null) {
                    known = nonces.get();
                    nonce = known;
                }
            }
        }
        return known;
    }

    /** Returns the lease to ask for. */
    public LeaseTerms terms() {
        return terms;
    }

    /** Returns whether to claim a record whose lease has expired. If false, the answer is {@link ClaimResult.InDoubt}. */
    public boolean takeOver() {
        return takeOver;
    }
}
