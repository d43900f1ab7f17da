package dev.semel.powertools;

import static dev.semel.dynamodb.record.ItemCodec.state;
import static dev.semel.powertools.PowertoolsItems.CHECKSUM;
import static dev.semel.powertools.PowertoolsItems.EPOCH;
import static dev.semel.powertools.PowertoolsItems.EXPIRES_AT;
import static dev.semel.powertools.PowertoolsItems.LEASE_END;
import static dev.semel.powertools.PowertoolsItems.MEDIA_TYPE;
import static dev.semel.powertools.PowertoolsItems.NONCE;
import static dev.semel.powertools.PowertoolsItems.RESULT;
import static dev.semel.powertools.PowertoolsItems.STATE;
import static dev.semel.powertools.PowertoolsItems.VERSION;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.semel.dynamodb.record.RecordItem;
import dev.semel.dynamodb.record.ResultStorage;
import dev.semel.dynamodb.wire.AttributeValues;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * The owner's writes to items of Powertools, as in {@link dev.semel.dynamodb.record.OwnerWrites}: updates on the condition that the item is in
 * progress under the owner's token, and not completed by Powertools.
 */
final class PowertoolsWrites {
    /** Leaves room for the rest of the item with the longest key. */
    private static final int MAX_RESULT = ResultStorage.MAX_ITEM - 4 * 1024;

    private final DynamoDbLink link;
    private final PowertoolsItems items;
    private final PowertoolsItems.Names names;
    private final SkewedClock clock;

    PowertoolsWrites(DynamoDbLink link, PowertoolsItems items, SkewedClock clock) {
        this.link = link;
        this.items = items;
        this.names = items.names();
        this.clock = clock;
    }

    OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        ClockReading now = clock.now();
        long version = clock.nextVersion(now);
        long leaseEnd = now.after(terms.lease());
        Long expiresAt = RecordItem.expiry(leaseEnd, terms.abandonedRetention());
        OwnedUpdate update = new OwnedUpdate(names, token, version)
                .set(LEASE_END, AttributeValues.number(leaseEnd))
                .set(
                        names.inProgressExpiration,
                        AttributeValues.number(PowertoolsItems.inProgressUntil(leaseEnd, expiresAt)))
                .alsoIf("#" + VERSION + " < :" + VERSION);
        expire(update, expiresAt);
        return send(
                "renew a lease",
                id,
                update,
                old -> owns(old, token, RecordItem.State.IN_PROGRESS)
                        && PowertoolsItems.number(old, VERSION) >= version);
    }

    OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        if (result.size() > MAX_RESULT) {
            throw new ResultTooLargeException(result.size(), MAX_RESULT);
        }
        ClockReading now = clock.now();
        long expiresAt = now.after(retention);
        RecordItem.State state = RecordItem.State.of(result.kind());
        OwnedUpdate update = new OwnedUpdate(names, token, clock.nextVersion(now))
                .set(STATE, state(state))
                .set(MEDIA_TYPE, fromS(result.mediaType()))
                .set(CHECKSUM, AttributeValues.number(result.checksum(id)));
        expire(update, expiresAt);
        String data = data(result);
        if (data != null) {
            update.set(names.status, fromS(PowertoolsItems.COMPLETED)).set(names.data, fromS(data));
        } else {
            update.set(RESULT, AttributeValues.binary(result.bytes()))
                    .set(
                            names.inProgressExpiration,
                            AttributeValues.number(Math.multiplyExact(items.seconds(expiresAt) + 1, 1_000L)));
        }
        return send("settle a record", id, update, old -> owns(old, token, state));
    }

    /** Returns the text that Powertools replays, or {@code null} if it can't replay this result. */
    private static @Nullable String data(Result result) {
        if (result.kind() != Result.Kind.VALUE) {
            return null;
        }
        return switch (result.mediaType()) {
            case PowertoolsItems.NULL -> result.size() == 0 ? "null" : null;
            // An empty document is not JSON, null is stored as another media type, and other encodings than UTF-8 would
            // be changed.
            case PowertoolsItems.JSON -> {
                String json = new String(result.bytes(), StandardCharsets.UTF_8);
                boolean asItIs = Arrays.equals(json.getBytes(StandardCharsets.UTF_8), result.bytes());
                yield json.isEmpty() || json.equals("null") || !asItIs ? null : json;
            }
            default -> null;
        };
    }

    OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        ClockReading now = clock.now();
        OwnedUpdate update = new OwnedUpdate(names, token, clock.nextVersion(now));
        if (as == ReleaseAs.ABANDONED) {
            long leaseEnd = clock.pastForAll(now);
            update.set(LEASE_END, AttributeValues.number(leaseEnd)).alsoIf("#" + LEASE_END + " > :" + LEASE_END);
            return send(
                    "abandon a record",
                    id,
                    update,
                    old -> owns(old, token, RecordItem.State.IN_PROGRESS)
                            && PowertoolsItems.number(old, LEASE_END) <= leaseEnd);
        }
        // Expired since 1970, so that Powertools may run it immediately, too.
        update.set(STATE, state(RecordItem.State.RELEASED)).set(names.inProgressExpiration, AttributeValues.number(0));
        expire(update, clock.forgottenAfter(now, retention));
        return send("release a record", id, update, old -> owns(old, token, RecordItem.State.RELEASED));
    }

    private void expire(OwnedUpdate update, @Nullable Long expiresAt) {
        update.set(names.expiration, AttributeValues.number(items.seconds(expiresAt)));
        if (expiresAt == null) {
            update.remove(EXPIRES_AT);
        } else {
            update.set(EXPIRES_AT, AttributeValues.number(expiresAt));
        }
    }

    private static boolean owns(Map<String, AttributeValue> item, Token token, RecordItem.State state) {
        return item.containsKey(NONCE)
                && item.containsKey(EPOCH)
                && PowertoolsItems.ownToken(item).equals(token)
                && PowertoolsItems.ownState(item) == state;
    }

    /** Sends an update. One that is refused was applied before if the item passes {@code applied}. */
    private OwnerWrite send(
            String what, RecordId id, OwnedUpdate update, Predicate<Map<String, AttributeValue>> applied) {
        try {
            link.run(what, () -> link.requests().update(update.request(items.table(), items.key(id))));
            return OwnerWrite.APPLIED;
        } catch (ConditionalCheckFailedException e) {
            return e.hasItem() && isApplied(id, e.item(), applied) ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
        }
    }

    /** Returns false if Powertools has completed the item of this owner, since then no write of the owner was applied. */
    private boolean isApplied(
            RecordId id, Map<String, AttributeValue> old, Predicate<Map<String, AttributeValue>> applied) {
        try {
            return applied.test(old)
                    && (PowertoolsItems.ownState(old) != RecordItem.State.IN_PROGRESS
                            || isRunning(old.get(names.status)));
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(id, "an attribute is missing or of another type than Semel writes", e);
        }
    }

    private static boolean isRunning(@Nullable AttributeValue status) {
        return status != null && PowertoolsItems.IN_PROGRESS.equals(status.s());
    }
}
