package dev.semel.dynamodb.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import dev.semel.dynamodb.wire.AttributeValues;
import dev.semel.dynamodb.wire.ConditionalUpdate;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A conditional update of a count. It depends on what is known of the item:
 *
 * <ul>
 *   <li>Nothing: add if the stored window is this one or a newer one. A session: add and renew if it has not ended, the new end is not earlier
 *       than the present one, and the session does not become too long.
 *   <li>There is no item: create it if there still is none.
 *   <li>The window is older: start again if it still is older.
 *   <li>Otherwise, for a session: add, with the end that follows from its start, which does not change while it lasts.
 * </ul>
 */
final class CountUpdate {
    /**
     * For an update that adds: if the SDK repeated it after a lost reply, it could add twice. The condition on the nonce prevents that only if no
     * other call has written in between.
     */
    private static final AwsRequestOverrideConfiguration SENT_ONCE = AwsRequestOverrideConfiguration.builder()
            .addPlugin((SdkPlugin) client -> client.overrideConfiguration(client.overrideConfiguration().toBuilder()
                    .retryStrategy(DefaultRetryStrategy.doNotRetry())
                    .build()))
            .build();

    private static final Pattern VALUE = Pattern.compile(":[A-Z]+");
    private static final String ROOM = " AND #COUNT <= :ROOM AND #NONCE <> :NONCE";

    private final CountItems items;
    private final CountCall call;
    private final CountChange change;

    CountUpdate(CountItems items, CountCall call, CountChange change) {
        this.items = items;
        this.call = call;
        this.change = change;
    }

    /** Returns the update to send when nothing is known of the item. */
    UpdateItemRequest first() {
        if (change.span() instanceof Span.Fixed fixed) {
            StoredCount mine = new StoredCount(fixed.start(), fixed.end(), change.amount());
            return request(add(""), "#START >= :START" + ROOM, mine);
        }
        Span.Session session = (Span.Session) change.span();
        StoredCount mine = new StoredCount(session.at(), session.at().plus(session.idle()), change.amount());
        return request(add("#END = :END"), "#END > :START AND #END <= :END AND #START >= :EARLIEST" + ROOM, mine);
    }

    /** Returns the update to send when the item was like this and permits the change. */
    UpdateItemRequest knowing(@Nullable StoredCount stored) {
        StoredCount before = Objects.requireNonNull(Counting.before(stored, change), "the change is permitted");
        StoredCount after = Counting.after(before, change);
        if (stored == null) {
            return request(CountItems.setAll(change), "attribute_not_exists(#PARTITION)", after);
        }
        if (!before.equals(stored)) {
            String older = change.span() instanceof Span.Fixed ? "#START < :START" : "#END <= :START";
            return request(CountItems.setAll(change), older, after);
        }
        if (change.span() instanceof Span.Fixed) {
            return first();
        }
        return after.end().equals(stored.end())
                ? request(add(""), "#START = :START AND #END >= :END" + ROOM, after)
                : request(add("#END = :END"), "#START = :START AND #END <= :END" + ROOM, after);
    }

    /** Returns the update for a transaction, which applies if the item is still like this. */
    Update inTransaction(@Nullable StoredCount stored, StoredCount after) {
        String condition = stored == null
                ? "attribute_not_exists(#PARTITION)"
                : "#START = :OLDSTART AND #END = :OLDEND AND #COUNT = :OLDCOUNT";
        Map<String, AttributeValue> values = values(after);
        if (stored != null) {
            values.put(":OLDSTART", CountItems.time(stored.start()));
            values.put(":OLDEND", CountItems.time(stored.end()));
            values.put(":OLDCOUNT", AttributeValues.number(stored.count()));
        }
        return conditional(CountItems.setAll(change), condition, values).inTransaction(items.table());
    }

    /** A count that is kept for ever must not retain an end from before. */
    private String add(String setEnd) {
        boolean ends = !setEnd.isEmpty();
        String kept = ends && !change.keep().isZero() ? ", #KEPT = :KEPT, #TTL = :TTL" : "";
        return "SET #NONCE = :NONCE" + (ends ? ", " + setEnd : "") + kept
                + (change.keep().isZero() ? " REMOVE #KEPT, #TTL" : "") + " ADD #COUNT :AMOUNT";
    }

    private UpdateItemRequest request(String update, String condition, StoredCount count) {
        return conditional(update, condition, values(count))
                .alone(items.table())
                .returnValues(ReturnValue.ALL_NEW)
                .overrideConfiguration(SENT_ONCE)
                .build();
    }

    private ConditionalUpdate conditional(String update, String condition, Map<String, AttributeValue> values) {
        return new ConditionalUpdate(
                items.key(call.id(change)),
                items.expression(update),
                items.expression(condition),
                used(update + condition, values));
    }

    private Map<String, AttributeValue> values(StoredCount count) {
        Map<String, AttributeValue> values = items.values(call, change, count);
        values.put(":AMOUNT", AttributeValues.number(change.amount()));
        values.put(":ROOM", AttributeValues.number(change.limit() - change.amount()));
        if (change.span() instanceof Span.Session session) {
            values.put(
                    ":EARLIEST",
                    CountItems.time(session.at().plus(session.idle()).minus(session.longest())));
        }
        return values;
    }

    /** Returns the values that a text uses. DynamoDB refuses values that are missing and values that are not used. */
    private static Map<String, AttributeValue> used(String text, Map<String, AttributeValue> values) {
        return VALUE.matcher(text)
                .results()
                .map(match -> match.group())
                .distinct()
                .collect(Collectors.toMap(name -> name, name -> Objects.requireNonNull(values.get(name), name)));
    }
}
