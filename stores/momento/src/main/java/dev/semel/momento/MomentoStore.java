package dev.semel.momento;

import dev.semel.StoreException;
import dev.semel.momento.record.HeldItems;
import dev.semel.momento.record.MomentoClaims;
import dev.semel.momento.record.MomentoItems;
import dev.semel.momento.record.MomentoWrites;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import momento.sdk.auth.CredentialProvider;

/**
 * A store that keeps records in a cache of Momento, which may hold other items. Safe for use by many threads; create one store per cache and reuse it.
 *
 * <p>A record is one item, found by the digest of its identity. Its bytes are a header with format, state, token, a version that each write changes, the
 * fingerprint and times, then the names, then the result. Momento compares and writes in one atomic step ({@code SetIf}). It has no clock that a condition
 * could use, so the application's clock decides, with an {@linkplain MomentoStoreBuilder#skewAllowance allowance} for how far the clocks of its nodes may be
 * apart:
 *
 * <ol>
 *   <li>A claim is a write on the condition that there is no item. A process that dies before it leaves nothing; one that dies after it leaves a lease that
 *       expires.
 *   <li>If Momento refuses that, a consistent read returns the present item. It is the answer, unless it can be replaced: it is past its retention, released or
 *       abandoned, or this claim wrote it. Then a second write replaces it, on the condition that it still has the bytes that were read, or is gone. Of several
 *       such claims one succeeds; the others read again.
 *   <li>If the reply to a claim is lost, the claim that is sent again finds its nonce in the item, keeps epoch and attempt, and restarts the lease. A request
 *       that a proxy repeats finds the very bytes it wrote.
 *   <li>A renewal, a settlement and a release each replace the exact bytes that the owner wrote before. An owner that paused while another took over finds other
 *       bytes: the write is refused, and the read that follows shows that the lease is lost. If only the reply was lost, that read shows its own write.
 *   <li>A write that is delayed in flight finds other bytes and is refused. An ended record is kept for a minute longer, so that late claims meet it.
 *   <li>Momento deletes an item at the end of its time to live, which is longer than the retention by twice the allowance and a minute, within the limit of the
 *       account. No other guarantee depends on when it does.
 * </ol>
 *
 * <p>A new operation costs two requests, and a replay two: {@code SetIf} does not return the item that made it refuse. An acknowledged write is as durable as
 * Momento's: it is a cache, and an item that it loses or evicts is a record that is forgotten, so its operation can run again.
 */
public final class MomentoStore implements Store {
    private final MomentoItems items;
    private final MomentoClaims claims;
    private final MomentoWrites writes;
    private volatile boolean closed;

    MomentoStore(MomentoItems items) {
        this.items = items;
        HeldItems held = new HeldItems();
        this.claims = new MomentoClaims(items, held);
        this.writes = new MomentoWrites(items, held);
    }

    /**
     * Opens a store at an address, with the defaults of {@link MomentoStoreBuilder}. An address is {@code momento://CACHE}, or for an endpoint other than that
     * of the API key {@code momento://CACHE?endpoint=http://127.0.0.1:8080}. The API key is taken from the environment variable
     * {@value MomentoAddress#API_KEY}; an endpoint on this machine with {@code http} needs none.
     *
     * @throws IllegalArgumentException if the address can't be parsed, or there is no API key
     * @throws StoreException if the cache can't be reached
     */
    public static MomentoStore open(String address) {
        return builder(address).build();
    }

    /**
     * Returns a builder for a store at an address as in {@link #open}.
     *
     * @throws IllegalArgumentException if the address can't be parsed, or there is no API key
     */
    public static MomentoStoreBuilder builder(String address) {
        MomentoAddress parsed = MomentoAddress.of(address);
        return new MomentoStoreBuilder(parsed.credentials(), parsed.cache());
    }

    /** Returns a builder for a store in a cache, with credentials as for Momento's client. */
    public static MomentoStoreBuilder builder(CredentialProvider credentials, String cache) {
        return new MomentoStoreBuilder(
                Objects.requireNonNull(credentials, "credentials"), Objects.requireNonNull(cache, "cache"));
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        ensureOpen();
        return claims.claim(request);
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        ensureOpen();
        return writes.renew(id, token, terms);
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        ensureOpen();
        return writes.settle(id, token, result, retention);
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        ensureOpen();
        return writes.release(id, token, as, retention);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The read is consistent.
     */
    @Override
    public Optional<StoredRecord> find(RecordId id) {
        ensureOpen();
        return claims.find(id);
    }

    /** Does nothing and returns 0: Momento deletes expired records automatically, and lists none. */
    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        return 0;
    }

    /** Closes the store's connection. May be called repeatedly. */
    @Override
    public void close() {
        closed = true;
        items.link().close();
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the Momento store is closed; open a new one", null);
        }
    }
}
