package dev.semel.dynamodb;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * Claims, each a conditional put:
 *
 * <ol>
 *   <li>Put the item if there is none. If that is refused, DynamoDB hands out the item that is there.
 *   <li>If that item is what this very put has written, the SDK has sent the put again after a lost reply: claimed.
 *   <li>If the item does not give way, it is the answer: one request and no read.
 *   <li>If it gives way, put the next item if the old one is unchanged (epoch, nonce and version), and if that is refused go back to 2. Whoever has
 *       changed the item in between, by a renewal, a settlement or a claim, has changed its version.
 * </ol>
 *
 * <p>The time is read once, before the first request. So a lease that was renewed in time is in the item and not over; a clock that is set back
 * in between can't make a record that was over look alive when it is replaced; and the lease counts from before the claim, as the engine does.
 */
final class Claims {
    private static final int TRIES = 20;

    private final Calls calls;
    private final Layout layout;
    private final Items items;
    private final Timing timing;
    private final Bodies bodies;
    private final Expression absent;
    private final Expression unchanged;

    Claims(Calls calls, Layout layout, Timing timing, Bodies bodies) {
        this.calls = calls;
        this.layout = layout;
        this.items = new Items(layout, timing);
        this.timing = timing;
        this.bodies = bodies;
        this.absent = layout.expression("attribute_not_exists(#PARTITION)");
        this.unchanged = layout.expression("#EPOCH = :epoch AND #NONCE = :nonce AND #VERSION = :version");
    }

    ClaimResult claim(ClaimRequest request) {
        Moment now = timing.now();
        Item found = null;
        for (int tried = 0; tried < TRIES; tried++) {
            long version = timing.nextVersion(now);
            Item mine = found == null ? Item.first(request, now, version) : found.next(request, now, version);
            Item there;
            try {
                put(request.id(), mine, found);
                there = mine;
            } catch (ConditionalCheckFailedException e) {
                there = e.hasItem() ? items.read(request.id(), e.item()) : null;
            }
            ClaimResult answer = there == null ? null : answer(request, mine, there, now);
            if (answer != null) {
                return answer;
            }
            found = there;
        }
        throw new StoreException("the record " + request.id() + " changes too often; call again", null);
    }

    private void put(RecordId id, Item mine, @Nullable Item found) {
        PutItemRequest.Builder put = PutItemRequest.builder()
                .tableName(layout.table())
                .item(items.write(id, mine))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        if (found == null) {
            put.conditionExpression(absent.text()).expressionAttributeNames(absent.names());
        } else {
            put.conditionExpression(unchanged.text())
                    .expressionAttributeNames(unchanged.names())
                    .expressionAttributeValues(asFound(found));
        }
        PutItemRequest request = put.build();
        calls.run("claim a record", () -> calls.wire().put(request));
    }

    private static Map<String, AttributeValue> asFound(Item found) {
        return Map.of(
                ":epoch", Items.number(found.token().epoch()),
                ":nonce", Items.nonce(found.token()),
                ":version", Items.number(found.version()));
    }

    /** What is there says to a claim; {@code null} if it gives way and the claim has to write. */
    private @Nullable ClaimResult answer(ClaimRequest request, Item mine, Item there, Moment now) {
        RecordId id = request.id();
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
            return new ClaimResult.Settled(there.seenAs(id, now, bodies.read(id, there)));
        }
        if (there.state() == Item.State.RELEASED || there.isRunningFor(request)) {
            return null;
        }
        if (!now.isOver(there.leaseEnd())) {
            return new ClaimResult.Busy(asSeenByOthers(id, there, now));
        }
        return request.takeOver() ? null : new ClaimResult.InDoubt(there.seenAs(id, now, null));
    }

    /** As of the instant by which it was judged, so that what is left of the lease is how long others have to wait. */
    private static StoredRecord asSeenByOthers(RecordId id, Item there, Moment now) {
        return there.seenAs(id, now, null, now.asJudged());
    }
}
