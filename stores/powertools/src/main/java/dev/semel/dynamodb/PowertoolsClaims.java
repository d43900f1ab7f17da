package dev.semel.dynamodb;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoreException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Claims of Powertools' items, in the steps of {@link Claims}, which says why each of them is atomic. */
final class PowertoolsClaims {
    private static final int TRIES = 20;

    private final Calls calls;
    private final PowertoolsItems items;
    private final Timing timing;

    PowertoolsClaims(Calls calls, PowertoolsItems items, Timing timing) {
        this.calls = calls;
        this.items = items;
        this.timing = timing;
    }

    ClaimResult claim(ClaimRequest request) {
        Moment now = timing.now();
        Map<String, AttributeValue> found = null;
        for (int tried = 0; tried < TRIES; tried++) {
            Item mine = next(request, found, now);
            Map<String, AttributeValue> there = put(request.id(), mine, found);
            if (there == null) {
                return new ClaimResult.Claimed(mine.seenAs(request.id(), now, null), mine.tookOver());
            }
            ClaimResult answer = there.isEmpty() ? null : answer(request, mine, there, now);
            if (answer != null) {
                return answer;
            }
            found = there.isEmpty() ? null : there;
        }
        throw new StoreException("the record " + request.id() + " changes too often; call again", null);
    }

    private Item next(ClaimRequest request, @Nullable Map<String, AttributeValue> found, Moment now) {
        long version = timing.nextVersion(now);
        return found == null
                ? Item.first(request, now, version)
                : items.read(request.id(), found, now).next(request, now, version);
    }

    /** {@code null} if it was applied, else what is there; empty if nothing is. */
    private @Nullable Map<String, AttributeValue> put(
            RecordId id, Item mine, @Nullable Map<String, AttributeValue> found) {
        PutItemRequest.Builder put = PutItemRequest.builder()
                .tableName(items.table())
                .item(items.write(id, mine))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        if (found == null) {
            put.conditionExpression("attribute_not_exists(#id)")
                    .expressionAttributeNames(Map.of("#id", items.names().id));
        } else {
            Unchanged unchanged = Unchanged.since(found, items.names());
            put.conditionExpression(unchanged.condition())
                    .expressionAttributeNames(unchanged.names())
                    .expressionAttributeValues(unchanged.values());
        }
        PutItemRequest request = put.build();
        try {
            calls.run("claim a record", () -> calls.wire().put(request));
            return null;
        } catch (ConditionalCheckFailedException e) {
            return e.hasItem() ? e.item() : Map.of();
        }
    }

    /** What is there says to a claim; {@code null} if it gives way and the claim has to write. */
    private @Nullable ClaimResult answer(
            ClaimRequest request, Item mine, Map<String, AttributeValue> attributes, Moment now) {
        RecordId id = request.id();
        Item there = items.read(id, attributes, now);
        if (there.version() == mine.version() && there.token().equals(mine.token())) {
            return new ClaimResult.Claimed(mine.seenAs(id, now, null), mine.tookOver());
        }
        if (there.isOver(now)) {
            return null;
        }
        if (!there.fingerprint().equals(request.fingerprint())) {
            return new ClaimResult.Mismatch(there.seenAs(id, now, null));
        }
        if (there.state().isSettled()) {
            Result result = Objects.requireNonNull(PowertoolsItems.result(id, there));
            return new ClaimResult.Settled(there.seenAs(id, now, result));
        }
        if (there.state() == Item.State.RELEASED || there.isRunningFor(request)) {
            return null;
        }
        if (!now.isOver(there.leaseEnd())) {
            return new ClaimResult.Busy(there.seenAs(id, now, null, now.asJudged()));
        }
        return request.takeOver() ? null : new ClaimResult.InDoubt(there.seenAs(id, now, null));
    }
}
