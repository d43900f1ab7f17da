package dev.semel.dynamodb;

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
 * What only the owner may write: one update each, on the condition that the item is in progress under the owner's token. If it is refused,
 * DynamoDB hands out the item: it tells whether an earlier sending of the same write was applied, or the lease is lost.
 *
 * <p>A renewal carries its end of the lease with it, so one that was held up on its way must not be applied after a later one: it is refused
 * by the version.
 */
final class OwnerWrites {
    private static final String OWNED = "#EPOCH = :epoch AND #NONCE = :nonce AND #STATE = :running";
    private static final String EXPIRY = "#EXPIRES_AT = :expires_at, #TTL = :ttl, #VERSION = :version";
    private static final String LEASE = "#LEASE_END = :lease_end";
    private static final String RESULT =
            "#STATE = :state, #MEDIA_TYPE = :media_type, #RESULT = :result, #CHECKSUM = :checksum";

    private final Calls calls;
    private final Layout layout;
    private final Items items;
    private final Timing timing;
    private final Bodies bodies;

    private final Expression owned;
    private final Expression ownedBefore;
    private final Expression ownedLonger;
    private final Expression renewal;
    private final Expression heldRenewal;
    private final Expression settlement;
    private final Expression encodedSettlement;
    private final Expression release;
    private final Expression abandonment;

    OwnerWrites(Calls calls, Layout layout, Timing timing, Bodies bodies) {
        this.calls = calls;
        this.layout = layout;
        this.items = new Items(layout, timing);
        this.timing = timing;
        this.bodies = bodies;
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

    OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        Moment now = timing.now();
        long version = timing.nextVersion(now);
        long leaseEnd = now.after(terms.lease());
        Map<String, AttributeValue> values = values(token, version);
        values.put(":lease_end", Items.number(leaseEnd));
        Long expiresAt = Item.expiry(leaseEnd, terms.abandonedRetention());
        if (expiresAt != null) {
            expire(values, expiresAt);
        }
        Change change = new Change(layout.key(id), expiresAt == null ? heldRenewal : renewal, ownedBefore, values);
        return send("renew a lease", id, change, old -> owns(old, token) && old.version() >= version);
    }

    OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return send("settle a record", id, settlement(id, token, result, retention), old -> isSettledBy(old, token));
    }

    /** A settlement, to be sent; its result is in its place if that is elsewhere. */
    Change settlement(RecordId id, Token token, Result result, Duration retention) {
        Moment now = timing.now();
        long expiresAt = now.after(retention);
        long ttl = timing.secondsAfter(expiresAt);
        Body body = bodies.write(id, token, result, Instant.ofEpochSecond(ttl));
        Map<String, AttributeValue> values = values(token, timing.nextVersion(now));
        values.put(":state", Items.state(Item.State.of(result.kind())));
        values.put(":media_type", AttributeValue.fromS(body.mediaType()));
        values.put(":result", AttributeValue.fromB(body.bytes()));
        values.put(":checksum", Items.number(Objects.requireNonNull(body.checksum(), "a result has a checksum")));
        String encoding = body.encoding();
        if (encoding != null) {
            values.put(":encoding", AttributeValue.fromS(encoding));
            values.put(":length", Items.number(body.length()));
        }
        expire(values, expiresAt);
        return new Change(layout.key(id), encoding == null ? settlement : encodedSettlement, owned, values);
    }

    OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        Moment now = timing.now();
        Map<String, AttributeValue> values = values(token, timing.nextVersion(now));
        if (as == ReleaseAs.ABANDONED) {
            long leaseEnd = timing.overForAll(now);
            values.put(":lease_end", Items.number(leaseEnd));
            Change change = new Change(layout.key(id), abandonment, ownedLonger, values);
            return send("abandon a record", id, change, old -> owns(old, token) && old.leaseEnd() <= leaseEnd);
        }
        values.put(":state", Items.state(Item.State.RELEASED));
        expire(values, timing.forgottenAfter(now, retention));
        Change change = new Change(layout.key(id), release, owned, values);
        return send("release a record", id, change, old -> isReleasedBy(old, token));
    }

    private static boolean owns(Item item, Token token) {
        return item.state() == Item.State.IN_PROGRESS && item.token().equals(token);
    }

    private static boolean isReleasedBy(Item item, Token token) {
        return item.state() == Item.State.RELEASED && item.token().equals(token);
    }

    static boolean isSettledBy(Item item, Token token) {
        return item.state().isSettled() && item.token().equals(token);
    }

    private static Map<String, AttributeValue> values(Token token, long version) {
        Map<String, AttributeValue> values = new HashMap<>(32);
        values.put(":epoch", Items.number(token.epoch()));
        values.put(":nonce", Items.nonce(token));
        values.put(":running", Items.state(Item.State.IN_PROGRESS));
        values.put(":version", Items.number(version));
        return values;
    }

    private void expire(Map<String, AttributeValue> values, long expiresAt) {
        values.put(":expires_at", Items.number(expiresAt));
        values.put(":ttl", Items.number(timing.secondsAfter(expiresAt)));
    }

    /** Sends a change; one that is refused was applied before if the item says so. */
    private OwnerWrite send(String what, RecordId id, Change change, Predicate<Item> applied) {
        try {
            calls.run(what, () -> calls.wire().update(change.alone(layout.table())));
            return OwnerWrite.APPLIED;
        } catch (ConditionalCheckFailedException e) {
            return refused(id, e.hasItem() ? e.item() : null, applied);
        }
    }

    private OwnerWrite refused(RecordId id, @Nullable Map<String, AttributeValue> old, Predicate<Item> applied) {
        boolean before = old != null && applied.test(items.read(id, old));
        return before ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
    }
}
