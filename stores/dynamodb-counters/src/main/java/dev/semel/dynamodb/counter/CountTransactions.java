package dev.semel.dynamodb.counter;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.dynamodb.wire.AttributeValues;
import dev.semel.dynamodb.wire.DynamoDbRequests;
import dev.semel.dynamodb.wire.Expression;
import dev.semel.thread.StackRoom;
import dev.semel.time.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Calls with several changes or a key:
 *
 * <ol>
 *   <li>One request reads all counts and the key in one snapshot. If the key is known, or the call is refused, that is the answer.
 *   <li>A transaction writes all counts, and the key with the answer, on the condition that none has changed since. If one has, nothing was
 *       written, and the call restarts. A process that dies before it leaves nothing.
 *   <li>If the reply is lost, the SDK sends the same transaction again. DynamoDB recognises it by its request token for ten minutes; after that
 *       its conditions do not hold. This class never sends it again.
 * </ol>
 *
 * <p>Calls for one subject in this process run one after the other: only those of other processes can interfere.
 */
final class CountTransactions {
    private static final int TRIES = 60;
    private static final int LOCKS = 256;

    private final DynamoDbRequests requests;
    private final CountItems items;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    CountTransactions(DynamoDbRequests requests, CountItems items) {
        this.requests = requests;
        this.items = items;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    CountResult apply(CountCall call) {
        return oneAfterTheOther(call, () -> attempt(call));
    }

    /** Reads what was counted under the key, then writes all counts without it and deletes the key, on the condition that none has changed. */
    void takeBack(CountCall call) {
        oneAfterTheOther(call, () -> attemptToTakeBack(call) ? true : null);
    }

    private <R> R oneAfterTheOther(CountCall call, Supplier<@Nullable R> attempt) {
        ReentrantLock lock = locks[Math.floorMod(call.subject().hashCode(), LOCKS)];
        StackRoom.require();
        lock.lock();
        try {
            Backoff colliding = new Backoff(Duration.ofMillis(2), Duration.ofMillis(32));
            for (int tried = 1; tried <= TRIES; tried++) {
                R result = attempt.get();
                if (result != null) {
                    return result;
                }
                colliding.pause();
            }
        } finally {
            lock.unlock();
        }
        throw new StoreException(
                "other calls changed the counts of this call " + TRIES
                        + " times in a row; nothing was counted: try again later",
                null);
    }

    /** Returns false if something has changed in between, so that the caller has to try again. */
    private boolean attemptToTakeBack(CountCall call) {
        CountCall.Once once = Objects.requireNonNull(call.once(), "a call that is taken back has a key");
        List<Map<String, AttributeValue>> found = read(call);
        Map<String, AttributeValue> key = found.get(call.changes().size());
        if (key.isEmpty() || once.at().toEpochMilli() >= CountItems.number(key, "kept_until")) {
            return true;
        }
        List<StoredCount> answer = CountItems.answer(key);
        List<TransactWriteItem> writes = new ArrayList<>();
        for (int i = 0; i < answer.size(); i++) {
            CountChange change = call.changes().get(i);
            StoredCount stored = CountItems.read(found.get(i));
            if (stored != null && stored.start().equals(answer.get(i).start())) {
                CountUpdate update = new CountUpdate(items, call, change);
                writes.add(TransactWriteItem.builder()
                        .update(update.inTransaction(stored, Counting.without(stored, change)))
                        .build());
            }
        }
        writes.add(
                TransactWriteItem.builder().delete(forgotten(call, once, key)).build());
        return isWritten(writes);
    }

    private Delete forgotten(CountCall call, CountCall.Once once, Map<String, AttributeValue> known) {
        Expression condition = items.expression("#NONCE = :NONCE");
        return Delete.builder()
                .tableName(items.table())
                .key(items.key(call, once))
                .conditionExpression(condition.text())
                .expressionAttributeNames(condition.names())
                .expressionAttributeValues(
                        Map.of(":NONCE", known.getOrDefault("nonce", AttributeValues.nonce(call.nonce()))))
                .build();
    }

    private boolean isWritten(List<TransactWriteItem> writes) {
        TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                .transactItems(writes)
                .clientRequestToken(UUID.randomUUID().toString())
                .build();
        return CountRequests.sendTransaction(() -> requests.write(request));
    }

    private @Nullable CountResult attempt(CountCall call) {
        List<Map<String, AttributeValue>> found = read(call);
        CountCall.Once once = call.once();
        if (once != null) {
            Map<String, AttributeValue> key = found.get(call.changes().size());
            if (!key.isEmpty() && once.at().toEpochMilli() < CountItems.number(key, "kept_until")) {
                if (!renewed(call, once, key)) {
                    return null;
                }
                return new CountResult.Applied(CountItems.answer(key), true);
            }
        }
        List<StoredCount> before = new ArrayList<>();
        for (CountChange change : call.changes()) {
            StoredCount start = Counting.before(CountItems.read(found.get(before.size())), change);
            if (start == null) {
                return new CountResult.UnknownSubject(before.size());
            }
            before.add(start);
        }
        for (int i = 0; i < before.size(); i++) {
            if (!Counting.fits(before.get(i), call.changes().get(i))) {
                return new CountResult.OverLimit(i, before);
            }
        }
        return write(call, found, before);
    }

    /** Extends the time for which a known key is kept, if this call asks for it. Returns false if the key has changed in between. */
    private boolean renewed(CountCall call, CountCall.Once once, Map<String, AttributeValue> known) {
        Instant until = once.at().plus(once.remember());
        if (until.toEpochMilli() <= CountItems.number(known, "kept_until")) {
            return true;
        }
        Map<String, AttributeValue> item = new HashMap<>(known);
        item.put("kept_until", CountItems.time(until));
        item.put(CountItems.TTL, items.timeToLive(once.at(), once.remember()));
        Expression condition = items.expression("#NONCE = :NONCE AND #KEPT = :KEPT");
        Put put = Put.builder()
                .tableName(items.table())
                .item(item)
                .conditionExpression(condition.text())
                .expressionAttributeNames(condition.names())
                .expressionAttributeValues(Map.of(
                        ":NONCE", known.getOrDefault("nonce", AttributeValues.nonce(call.nonce())),
                        ":KEPT", AttributeValues.number(CountItems.number(known, "kept_until"))))
                .build();
        return isWritten(List.of(TransactWriteItem.builder().put(put).build()));
    }

    private List<Map<String, AttributeValue>> read(CountCall call) {
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        call.changes().forEach(change -> keys.add(items.key(call.id(change))));
        CountCall.Once once = call.once();
        if (once != null) {
            keys.add(items.key(call, once));
        }
        TransactGetItemsRequest request = TransactGetItemsRequest.builder()
                .transactItems(keys.stream()
                        .map(key -> TransactGetItem.builder()
                                .get(get -> get.tableName(items.table()).key(key))
                                .build())
                        .toList())
                .build();
        return CountRequests.send(() -> requests.read(request)).responses().stream()
                .map(response -> response.hasItem() ? response.item() : Map.<String, AttributeValue>of())
                .toList();
    }

    private @Nullable CountResult write(
            CountCall call, List<Map<String, AttributeValue>> found, List<StoredCount> before) {
        List<StoredCount> after = new ArrayList<>();
        List<TransactWriteItem> writes = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            CountChange change = call.changes().get(i);
            StoredCount count = Counting.after(before.get(i), change);
            CountUpdate update = new CountUpdate(items, call, change);
            writes.add(TransactWriteItem.builder()
                    .update(update.inTransaction(CountItems.read(found.get(i)), count))
                    .build());
            after.add(count);
        }
        CountCall.Once once = call.once();
        if (once != null) {
            writes.add(TransactWriteItem.builder().put(key(call, once, after)).build());
        }
        return isWritten(writes) ? new CountResult.Applied(after, false) : null;
    }

    private Put key(CountCall call, CountCall.Once once, List<StoredCount> answer) {
        Map<String, AttributeValue> item = new HashMap<>(items.key(call, once));
        item.put("answer", CountItems.answer(answer));
        item.put("nonce", AttributeValues.nonce(call.nonce()));
        item.put("kept_until", CountItems.time(once.at().plus(once.remember())));
        item.put(CountItems.TTL, items.timeToLive(once.at(), once.remember()));
        Expression condition = items.expression("attribute_not_exists(#PARTITION) OR #KEPT <= :AT");
        return Put.builder()
                .tableName(items.table())
                .item(item)
                .conditionExpression(condition.text())
                .expressionAttributeNames(condition.names())
                .expressionAttributeValues(Map.of(":AT", CountItems.time(once.at())))
                .build();
    }
}
