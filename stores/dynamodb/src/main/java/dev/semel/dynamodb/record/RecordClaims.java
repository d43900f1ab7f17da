package dev.semel.dynamodb.record;

import dev.semel.StoreException;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * Claims, each a conditional put:
 *
 * <ol>
 *   <li>Put the item on the condition that there is none. If DynamoDB refuses that, it returns the present item.
 *   <li>If the present item is what this very put has written, the SDK has repeated the put after a lost reply: claimed.
 *   <li>If the present item can't be replaced, it is the answer: one request and no read.
 *   <li>If it can be replaced, put the next item on the condition that the present one is unchanged. If DynamoDB refuses that, go back to step
 *       2. Every renewal, settlement and claim changes the item's version, so none of them goes unnoticed.
 * </ol>
 *
 * <p>The clock is read once, before the first request. So an owner that renewed its lease in time is found with a lease that lasts. A clock
 * that is set back between the requests can't revive a record whose retention ended. And the lease counts from before the claim, as the engine
 * counts it.
 */
public final class RecordClaims {
    private static final int TRIES = 20;

    private final DynamoDbLink link;
    private final SkewedClock clock;
    private final ClaimItems items;

    /** Claims items of one form. */
    public RecordClaims(DynamoDbLink link, SkewedClock clock, ClaimItems items) {
        this.link = link;
        this.clock = clock;
        this.items = items;
    }

    /** Claims a record. See {@link dev.semel.store.Store#claim}. */
    public ClaimResult claim(ClaimRequest request) {
        RecordId id = request.id();
        ClockReading now = clock.now();
        Map<String, AttributeValue> found = null;
        for (int tried = 0; tried < TRIES; tried++) {
            RecordItem mine = next(request, found, now);
            Map<String, AttributeValue> present = put(id, mine, found);
            if (present == null) {
                return claimed(id, mine, now);
            }
            ClaimResult answer = present.isEmpty() ? null : answer(request, mine, items.read(id, present, now), now);
            if (answer != null) {
                return answer;
            }
            found = present.isEmpty() ? null : present;
        }
        throw new StoreException("the record " + id + " changes too often; call again", null);
    }

    private RecordItem next(ClaimRequest request, @Nullable Map<String, AttributeValue> found, ClockReading now) {
        long version = clock.nextVersion(now);
        return found == null
                ? RecordItem.first(request, now, version)
                : items.read(request.id(), found, now).next(request, now, version);
    }

    /** Returns {@code null} if the item was put, else the present item; an empty map if there is none. */
    private @Nullable Map<String, AttributeValue> put(
            RecordId id, RecordItem mine, @Nullable Map<String, AttributeValue> found) {
        PutItemRequest request = items.put(id, mine, found)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
        try {
            link.run("claim a record", () -> link.requests().put(request));
            return null;
        } catch (ConditionalCheckFailedException e) {
            return e.hasItem() ? e.item() : Map.of();
        }
    }

    private static ClaimResult claimed(RecordId id, RecordItem mine, ClockReading now) {
        return new ClaimResult.Claimed(mine.seenAs(id, now, null), mine.tookOver());
    }

    /** Returns the present item's answer to a claim, or {@code null} if the claim can replace the item. */
    private @Nullable ClaimResult answer(ClaimRequest request, RecordItem mine, RecordItem present, ClockReading now) {
        RecordId id = request.id();
        if (present.version() == mine.version() && present.token().equals(mine.token())) {
            return claimed(id, mine, now);
        }
        if (present.isExpired(now)) {
            return null;
        }
        if (!present.fingerprint().equals(request.fingerprint())) {
            return new ClaimResult.Mismatch(present.seenAs(id, now, null));
        }
        if (present.state().isSettled()) {
            return new ClaimResult.Settled(present.seenAs(id, now, items.result(id, present)));
        }
        if (present.state() == RecordItem.State.RELEASED || present.isRunningFor(request)) {
            return null;
        }
        if (!now.isPast(present.leaseEnd())) {
            // As of the judging time, so that the rest of the lease is how long a waiter has to wait.
            return new ClaimResult.Busy(present.seenAs(id, now, null, now.asJudged()));
        }
        return request.takeOver() ? null : new ClaimResult.InDoubt(present.seenAs(id, now, null));
    }

    /** Finds a record by a strongly consistent read. Returns empty if there is none or its retention has ended. */
    public Optional<StoredRecord> find(RecordId id) {
        ClockReading now = clock.now();
        GetItemRequest request = GetItemRequest.builder()
                .tableName(items.table())
                .key(items.key(id))
                .consistentRead(true)
                .build();
        GetItemResponse found = link.send("find a record", () -> link.requests().get(request));
        if (!found.hasItem() || found.item().isEmpty()) {
            return Optional.empty();
        }
        RecordItem item = items.read(id, found.item(), now);
        if (item.isExpired(now)) {
            return Optional.empty();
        }
        return Optional.of(item.seenAs(id, now, item.state().isSettled() ? items.result(id, item) : null));
    }
}
