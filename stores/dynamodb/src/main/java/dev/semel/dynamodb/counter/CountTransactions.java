package dev.semel.dynamodb.counter;

import dev.semel.batch.StackRoom;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.dynamodb.Expression;
import dev.semel.dynamodb.Wire;
import dev.semel.store.Backoff;
import dev.semel.store.StoreException;
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
 *   <li>One request reads all counts and the key at one moment. If the key is known, or the call is refused, that is the answer.
 *   <li>A transaction writes all counts and the key with the answer, on condition that none has changed since. If one has, all begins anew:
 *       nothing was written. A process that dies before it leaves nothing.
 *   <li>If the reply is lost, the SDK sends the same transaction again, which DynamoDB knows by its request token for ten minutes; after that the
 *       conditions do not hold any more. It is never sent again from here.
 * </ol>
 *
 * <p>Calls of one subject in this process go one after the other: only those of other processes can come in between.
 */
final class CountTransactions {
    private static final int TRIES = 60;
    private static final int LOCKS = 256;

    private final Wire wire;
    private final CountItems items;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    CountTransactions(Wire wire, CountItems items) {
        this.wire = wire;
        this.items = items;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    CountResult apply(CountCall call) {
        return oneAfterTheOther(call, () -> attempt(call));
    }

    /** Reads what was counted under the key, and writes all counts without it, on condition that none has changed since; the key goes with that. */
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
                "the counts of a call are changed from so many sides that it was never let through; nothing was counted: try again later",
                null);
    }

    /** False if something has changed in between, so that it has to be tried again. */
    private boolean attemptToTakeBack(CountCall call) {
        CountCall.Once once = Objects.requireNonNull(call.once(), "the key of what is taken back");
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
                        Map.of(":NONCE", known.getOrDefault("nonce", CountItems.nonce(call.nonce()))))
                .build();
    }

    private boolean isWritten(List<TransactWriteItem> writes) {
        TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                .transactItems(writes)
                .clientRequestToken(UUID.randomUUID().toString())
                .build();
        return CountRequests.sendTransaction(() -> wire.write(request)) == null;
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

    /** Remembers a known key for longer, if its latest use asks for it; false if it has changed in between. */
    private boolean renewed(CountCall call, CountCall.Once once, Map<String, AttributeValue> known) {
        Instant until = once.at().plus(once.remember());
        if (until.toEpochMilli() <= CountItems.number(known, "kept_until")) {
            return true;
        }
        Map<String, AttributeValue> item = new HashMap<>(known);
        item.put("kept_until", CountItems.time(until));
        item.put("ttl", items.timeToLive(once.at(), once.remember()));
        Expression condition = items.expression("#NONCE = :NONCE AND #KEPT = :KEPT");
        Put put = Put.builder()
                .tableName(items.table())
                .item(item)
                .conditionExpression(condition.text())
                .expressionAttributeNames(condition.names())
                .expressionAttributeValues(Map.of(
                        ":NONCE", known.getOrDefault("nonce", CountItems.nonce(call.nonce())),
                        ":KEPT", CountItems.number(CountItems.number(known, "kept_until"))))
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
        return CountRequests.send(() -> wire.read(request)).responses().stream()
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
        item.put("nonce", CountItems.nonce(call.nonce()));
        item.put("kept_until", CountItems.time(once.at().plus(once.remember())));
        item.put("ttl", items.timeToLive(once.at(), once.remember()));
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
