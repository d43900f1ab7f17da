package dev.semel.dynamodb;

import static dev.semel.dynamodb.PowertoolsItems.CHECKSUM;
import static dev.semel.dynamodb.PowertoolsItems.EPOCH;
import static dev.semel.dynamodb.PowertoolsItems.EXPIRES_AT;
import static dev.semel.dynamodb.PowertoolsItems.LEASE_END;
import static dev.semel.dynamodb.PowertoolsItems.MEDIA_TYPE;
import static dev.semel.dynamodb.PowertoolsItems.NONCE;
import static dev.semel.dynamodb.PowertoolsItems.RESULT;
import static dev.semel.dynamodb.PowertoolsItems.STATE;
import static dev.semel.dynamodb.PowertoolsItems.VERSION;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

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
 * What only the owner may write to Powertools' items, as {@link OwnerWrites} does it: updates on the condition that the item is in progress under the owner's
 * token, and not completed by Powertools.
 */
final class PowertoolsWrites {
    /** Leaves room for the rest of the item with the longest of keys. */
    private static final int MAX_RESULT = Bodies.MAX_ITEM - 4 * 1024;

    private final Calls calls;
    private final PowertoolsItems items;
    private final PowertoolsItems.Names names;
    private final Timing timing;

    PowertoolsWrites(Calls calls, PowertoolsItems items, Timing timing) {
        this.calls = calls;
        this.items = items;
        this.names = items.names();
        this.timing = timing;
    }

    OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        Moment now = timing.now();
        long version = timing.nextVersion(now);
        long leaseEnd = now.after(terms.lease());
        Long expiresAt = Item.expiry(leaseEnd, terms.abandonedRetention());
        OwnedUpdate update = new OwnedUpdate(names, token, version)
                .set(LEASE_END, Items.number(leaseEnd))
                .set(names.inProgressExpiration, Items.number(PowertoolsItems.inProgressUntil(leaseEnd, expiresAt)))
                .alsoIf("#" + VERSION + " < :" + VERSION);
        expire(update, expiresAt);
        return send(
                "renew a lease",
                id,
                update,
                old -> owns(old, token, Item.State.IN_PROGRESS) && PowertoolsItems.number(old, VERSION) >= version);
    }

    OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        if (result.size() > MAX_RESULT) {
            throw new ResultTooLargeException(result.size(), MAX_RESULT);
        }
        Moment now = timing.now();
        long expiresAt = now.after(retention);
        Item.State state = Item.State.of(result.kind());
        OwnedUpdate update = new OwnedUpdate(names, token, timing.nextVersion(now))
                .set(STATE, Items.state(state))
                .set(MEDIA_TYPE, fromS(result.mediaType()))
                .set(CHECKSUM, Items.number(result.checksum(id)));
        expire(update, expiresAt);
        String data = data(result);
        if (data != null) {
            update.set(names.status, fromS(PowertoolsItems.COMPLETED)).set(names.data, fromS(data));
        } else {
            update.set(RESULT, Items.binary(result.bytes()))
                    .set(
                            names.inProgressExpiration,
                            Items.number(Math.multiplyExact(items.seconds(expiresAt) + 1, 1_000L)));
        }
        return send("settle a record", id, update, old -> owns(old, token, state));
    }

    /** What Powertools can replay; {@code null} if it can't. */
    private static @Nullable String data(Result result) {
        if (result.kind() != Result.Kind.VALUE) {
            return null;
        }
        return switch (result.mediaType()) {
            case PowertoolsItems.NULL -> result.size() == 0 ? "null" : null;
            // An empty document is none, the text of null has a form of its own, and what is not UTF-8 would be
            // changed.
            case PowertoolsItems.JSON -> {
                String json = new String(result.bytes(), StandardCharsets.UTF_8);
                boolean asItIs = Arrays.equals(json.getBytes(StandardCharsets.UTF_8), result.bytes());
                yield json.isEmpty() || json.equals("null") || !asItIs ? null : json;
            }
            default -> null;
        };
    }

    OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        Moment now = timing.now();
        OwnedUpdate update = new OwnedUpdate(names, token, timing.nextVersion(now));
        if (as == ReleaseAs.ABANDONED) {
            long leaseEnd = timing.overForAll(now);
            update.set(LEASE_END, Items.number(leaseEnd)).alsoIf("#" + LEASE_END + " > :" + LEASE_END);
            return send(
                    "abandon a record",
                    id,
                    update,
                    old -> owns(old, token, Item.State.IN_PROGRESS)
                            && PowertoolsItems.number(old, LEASE_END) <= leaseEnd);
        }
        // Over since 1970: Powertools may run it at once, too.
        update.set(STATE, Items.state(Item.State.RELEASED)).set(names.inProgressExpiration, Items.number(0));
        expire(update, timing.forgottenAfter(now, retention));
        return send("release a record", id, update, old -> owns(old, token, Item.State.RELEASED));
    }

    private void expire(OwnedUpdate update, @Nullable Long expiresAt) {
        update.set(names.expiration, Items.number(items.seconds(expiresAt)));
        if (expiresAt == null) {
            update.remove(EXPIRES_AT);
        } else {
            update.set(EXPIRES_AT, Items.number(expiresAt));
        }
    }

    private static boolean owns(Map<String, AttributeValue> item, Token token, Item.State state) {
        return item.containsKey(NONCE)
                && item.containsKey(EPOCH)
                && PowertoolsItems.ownToken(item).equals(token)
                && PowertoolsItems.ownState(item) == state;
    }

    /** Sends a change; one that is refused was applied before if the item says so. */
    private OwnerWrite send(
            String what, RecordId id, OwnedUpdate update, Predicate<Map<String, AttributeValue>> applied) {
        try {
            calls.run(what, () -> calls.wire().update(update.request(items.table(), items.key(id))));
            return OwnerWrite.APPLIED;
        } catch (ConditionalCheckFailedException e) {
            return e.hasItem() && isApplied(id, e.item(), applied) ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
        }
    }

    /** If Powertools has completed it while it was this owner's, nothing of this owner's was applied. */
    private boolean isApplied(
            RecordId id, Map<String, AttributeValue> old, Predicate<Map<String, AttributeValue>> applied) {
        try {
            return applied.test(old)
                    && (PowertoolsItems.ownState(old) != Item.State.IN_PROGRESS || isRunning(old.get(names.status)));
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(id, "an attribute is missing or of another type than Semel writes", e);
        }
    }

    private static boolean isRunning(@Nullable AttributeValue status) {
        return status != null && PowertoolsItems.IN_PROGRESS.equals(status.s());
    }
}
