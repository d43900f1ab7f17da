package dev.semel.store;

import dev.semel.Fingerprint;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who wants to own which record, and on what terms. */
public final class ClaimRequest {
    private final RecordId id;
    private final Fingerprint fingerprint;
    private final Supplier<Nonce> nonces;
    private final LeaseTerms terms;
    private final boolean takeOver;
    private volatile @Nullable Nonce nonce;

    /**
     * Asks for a record.
     *
     * @param nonces asked once, when {@link #nonce()} is first needed: a store that can answer a replay without it saves the cost
     * @param takeOver whether to claim a record whose lease is over
     */
    public ClaimRequest(
            RecordId id, Fingerprint fingerprint, Supplier<Nonce> nonces, LeaseTerms terms, boolean takeOver) {
        this.id = Objects.requireNonNull(id, "id");
        this.fingerprint = Objects.requireNonNull(fingerprint, "fingerprint");
        this.nonces = Objects.requireNonNull(nonces, "nonces");
        this.terms = Objects.requireNonNull(terms, "terms");
        this.takeOver = takeOver;
    }

    /** The record to claim. */
    public RecordId id() {
        return id;
    }

    /** Of what the caller asks for. */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /** Names this attempt; the same whenever it is asked for, so also when the claim is sent again. */
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

    /** For how long. */
    public LeaseTerms terms() {
        return terms;
    }

    /** Whether to claim a record whose lease is over; if not, the answer is {@link ClaimResult.InDoubt}. */
    public boolean takeOver() {
        return takeOver;
    }
}
