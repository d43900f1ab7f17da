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
 * What an application wants to write together with the record: at most 99 items of any tables in the same region and account, each at most
 * once, since DynamoDB takes 100 in one transaction. The attempt itself is the rest of it. For use by one thread.
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

    /** Writes an item, perhaps on a condition. */
    public Writes put(Put put) {
        return add(TransactWriteItem.builder()
                .put(Objects.requireNonNull(put, "put"))
                .build());
    }

    /** Changes an item, perhaps on a condition. */
    public Writes update(Update update) {
        return add(TransactWriteItem.builder()
                .update(Objects.requireNonNull(update, "update"))
                .build());
    }

    /** Deletes an item, perhaps on a condition. */
    public Writes delete(Delete delete) {
        return add(TransactWriteItem.builder()
                .delete(Objects.requireNonNull(delete, "delete"))
                .build());
    }

    /** Writes nothing if an item is not as it should be. */
    public Writes check(ConditionCheck check) {
        return add(TransactWriteItem.builder()
                .conditionCheck(Objects.requireNonNull(check, "check"))
                .build());
    }

    private Writes add(TransactWriteItem item) {
        if (items.size() == MOST) {
            throw new IllegalStateException(
                    "DynamoDB takes 100 items in one transaction, one of them the record's: write at most " + MOST);
        }
        items.add(item);
        return this;
    }

    /** In the order in which they were added. */
    List<TransactWriteItem> items() {
        return items;
    }
}
