package dev.semel.dynamodb;

import dev.semel.Context;
import dev.semel.Facts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * The items to write in the transaction that settles the record, and the context of the attempt. A transaction takes at most 99 of them, of
 * any tables in the same region and account, each item at most once: DynamoDB's limit is 100 and the record's item is one of them. Not safe
 * for use by many threads.
 */
public final class Writes implements Context {
    private static final int MOST = 99;

    private final Context context;
    private final List<TransactWriteItem> items = new ArrayList<>();

    Writes(Context context) {
        this.context = context;
    }

    @Override
    public Facts facts() {
        return context.facts();
    }

    @Override
    public long epoch() {
        return context.epoch();
    }

    @Override
    public String childKey(String name) {
        return context.childKey(name);
    }

    @Override
    public boolean stillOwner() {
        return context.stillOwner();
    }

    @Override
    public Duration timeLeft() {
        return context.timeLeft();
    }

    /** Adds a put of an item, with or without a condition. */
    public Writes put(Put put) {
        return add(TransactWriteItem.builder()
                .put(Objects.requireNonNull(put, "put"))
                .build());
    }

    /** Adds an update of an item, with or without a condition. */
    public Writes update(Update update) {
        return add(TransactWriteItem.builder()
                .update(Objects.requireNonNull(update, "update"))
                .build());
    }

    /** Adds a deletion of an item, with or without a condition. */
    public Writes delete(Delete delete) {
        return add(TransactWriteItem.builder()
                .delete(Objects.requireNonNull(delete, "delete"))
                .build());
    }

    /** Adds a condition on an item that is not written. If it does not hold, nothing is written. */
    public Writes check(ConditionCheck check) {
        return add(TransactWriteItem.builder()
                .conditionCheck(Objects.requireNonNull(check, "check"))
                .build());
    }

    private Writes add(TransactWriteItem item) {
        if (items.size() == MOST) {
            throw new IllegalStateException(
                    "DynamoDB takes 100 items in one transaction, and one is the record's: write at most " + MOST);
        }
        items.add(item);
        return this;
    }

    /** Returns the items in the order in which they were added. */
    List<TransactWriteItem> items() {
        return items;
    }
}
