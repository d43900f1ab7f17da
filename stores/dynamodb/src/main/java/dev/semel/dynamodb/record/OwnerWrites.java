package dev.semel.dynamodb.record;

import static dev.semel.dynamodb.record.ItemCodec.state;
import static dev.semel.dynamodb.wire.AttributeValues.nonce;
import static dev.semel.dynamodb.wire.AttributeValues.number;

import dev.semel.dynamodb.wire.ConditionalUpdate;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.dynamodb.wire.Expression;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * The owner's writes: one update each, on the condition that the item is in progress under the owner's token. If DynamoDB refuses one, it
 * returns the item, which shows whether the same write was applied before or the lease is lost.
 *
 * <p>A renewal contains the end of the lease. One that is delayed in flight must not be applied after a later one, so it is refused by its
 * version.
 */
public final class OwnerWrites {
    private static final String OWNED = "#EPOCH = :epoch AND #NONCE = :nonce AND #STATE = :running";
    private static final String EXPIRY = "#EXPIRES_AT = :expires_at, #TTL = :ttl, #VERSION = :version";
    private static final String LEASE = "#LEASE_END = :lease_end";
    private static final String RESULT =
            "#STATE = :state, #MEDIA_TYPE = :media_type, #RESULT = :result, #CHECKSUM = :checksum";

    private final DynamoDbLink link;
    private final ItemLayout layout;
    private final ItemCodec items;
    private final SkewedClock clock;
    private final ResultStorage results;

    private final Expression owned;
    private final Expression ownedBefore;
    private final Expression ownedLonger;
    private final Expression renewal;
    private final Expression heldRenewal;
    private final Expression settlement;
    private final Expression encodedSettlement;
    private final Expression release;
    private final Expression abandonment;

    /** Writes to items of a layout. */
    public OwnerWrites(DynamoDbLink link, ItemCodec items) {
        this.link = link;
        this.items = items;
        this.layout = items.layout();
        this.clock = items.clock();
        this.results = items.results();
        owned = layout.expression(OWNED);
        ownedBefore = layout.expression(OWNED + " AND #VERSION < :version");
        ownedLonger = layout.expression(OWNED + " AND #LEASE_END > :lease_end");
        renewal = layout.expression("SET " + LEASE + ", " + EXPIRY);
        heldRenewal = layout.expression("SET " + LEASE + ", #VERSION = :version REMOVE #EXPIRES_AT, #TTL");
        settlement = layout.expression("SET " + RESULT + ", " + EXPIRY);
        encodedSettlement =
                layout.expression("SET " + RESULT + ", #ENCODING = :encoding, #LENGTH = :length, " + EXPIRY);
        release = layout.expression("SET #STATE = :state, " + EXPIRY);
        abandonment = layout.expression("SET " + LEASE + ", #VERSION = :version");
    }

    /** Renews a lease. See {@link dev.semel.store.Store#renew}. */
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        ClockReading now = clock.now();
        long version = clock.nextVersion(now);
        long leaseEnd = now.after(terms.lease());
        Map<String, AttributeValue> values = values(token, version);
        values.put(":lease_end", number(leaseEnd));
        Long expiresAt = RecordItem.expiry(leaseEnd, terms.abandonedRetention());
        if (expiresAt != null) {
            expire(values, expiresAt);
        }
        ConditionalUpdate update =
                new ConditionalUpdate(layout.key(id), expiresAt == null ? heldRenewal : renewal, ownedBefore, values);
        return send("renew a lease", id, update, old -> owns(old, token) && old.version() >= version);
    }

    /** Settles a record. See {@link dev.semel.store.Store#settle}. */
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return send("settle a record", id, settlement(id, token, result, retention), old -> isSettledBy(old, token));
    }

    /** Returns a settlement that is not sent yet. Stores the bytes of its result if they go elsewhere. */
    ConditionalUpdate settlement(RecordId id, Token token, Result result, Duration retention) {
        ClockReading now = clock.now();
        long expiresAt = now.after(retention);
        long ttl = clock.secondsAfter(expiresAt);
        StoredResult stored = results.write(id, token, result, Instant.ofEpochSecond(ttl));
        Map<String, AttributeValue> values = values(token, clock.nextVersion(now));
        values.put(":state", state(RecordItem.State.of(result.kind())));
        values.put(":media_type", AttributeValue.fromS(stored.mediaType()));
        values.put(":result", AttributeValue.fromB(stored.bytes()));
        values.put(":checksum", number(Objects.requireNonNull(stored.checksum(), "a result has a checksum")));
        String encoding = stored.encoding();
        if (encoding != null) {
            values.put(":encoding", AttributeValue.fromS(encoding));
            values.put(":length", number(stored.length()));
        }
        expire(values, expiresAt);
        return new ConditionalUpdate(layout.key(id), encoding == null ? settlement : encodedSettlement, owned, values);
    }

    /** Releases a record. See {@link dev.semel.store.Store#release}. */
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        ClockReading now = clock.now();
        Map<String, AttributeValue> values = values(token, clock.nextVersion(now));
        if (as == ReleaseAs.ABANDONED) {
            long leaseEnd = clock.pastForAll(now);
            values.put(":lease_end", number(leaseEnd));
            ConditionalUpdate update = new ConditionalUpdate(layout.key(id), abandonment, ownedLonger, values);
            return send("abandon a record", id, update, old -> owns(old, token) && old.leaseEnd() <= leaseEnd);
        }
        values.put(":state", state(RecordItem.State.RELEASED));
        expire(values, clock.forgottenAfter(now, retention));
        ConditionalUpdate update = new ConditionalUpdate(layout.key(id), release, owned, values);
        return send("release a record", id, update, old -> isReleasedBy(old, token));
    }

    private static boolean owns(RecordItem item, Token token) {
        return item.state() == RecordItem.State.IN_PROGRESS && item.token().equals(token);
    }

    private static boolean isReleasedBy(RecordItem item, Token token) {
        return item.state() == RecordItem.State.RELEASED && item.token().equals(token);
    }

    static boolean isSettledBy(RecordItem item, Token token) {
        return item.state().isSettled() && item.token().equals(token);
    }

    private static Map<String, AttributeValue> values(Token token, long version) {
        Map<String, AttributeValue> values = new HashMap<>(32);
        values.put(":epoch", number(token.epoch()));
        values.put(":nonce", nonce(token.nonce()));
        values.put(":running", state(RecordItem.State.IN_PROGRESS));
        values.put(":version", number(version));
        return values;
    }

    private void expire(Map<String, AttributeValue> values, long expiresAt) {
        values.put(":expires_at", number(expiresAt));
        values.put(":ttl", number(clock.secondsAfter(expiresAt)));
    }

    /** Sends an update. One that is refused was applied before if the item passes {@code applied}. */
    private OwnerWrite send(String what, RecordId id, ConditionalUpdate update, Predicate<RecordItem> applied) {
        try {
            link.run(
                    what,
                    () -> link.requests().update(update.alone(layout.table()).build()));
            return OwnerWrite.APPLIED;
        } catch (ConditionalCheckFailedException e) {
            return refused(id, e.hasItem() ? e.item() : null, applied);
        }
    }

    private OwnerWrite refused(RecordId id, @Nullable Map<String, AttributeValue> old, Predicate<RecordItem> applied) {
        boolean before = old != null && applied.test(items.read(id, old));
        return before ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
    }
}
