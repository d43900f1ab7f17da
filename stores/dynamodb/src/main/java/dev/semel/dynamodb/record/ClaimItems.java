package dev.semel.dynamodb.record;

import dev.semel.skew.ClockReading;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.UnreadableRecordException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** A form of items in a table, for {@link RecordClaims}. */
public interface ClaimItems {

    /** Returns the name of the table. */
    String table();

    /** Returns the key of a record's item. */
    Map<String, AttributeValue> key(RecordId id);

    /**
     * Returns a put of an item.
     *
     * @param found the item to replace, on the condition that it is unchanged; {@code null} to put the item on the condition that there is none
     */
    PutItemRequest.Builder put(RecordId id, RecordItem item, @Nullable Map<String, AttributeValue> found);

    /**
     * Reads an item.
     *
     * @throws UnreadableRecordException if it is damaged, or a newer version of Semel wrote it
     */
    RecordItem read(RecordId id, Map<String, AttributeValue> attributes, ClockReading now);

    /**
     * Returns the verified result of a settled item.
     *
     * @throws UnreadableRecordException if it is damaged or missing
     */
    Result result(RecordId id, RecordItem settled);
}
