package dev.semel.dynamodb;

import dev.semel.store.RecordId;
import dev.semel.testkit.store.StoreContract;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The contract on DynamoDB Local. */
abstract class DynamoDbContract extends StoreContract {
    private static final DynamoDbClient CLIENT = Clients.shared();

    abstract String table();

    /** Returns the key of a record's item in the table of the test. */
    abstract Map<String, AttributeValue> key(RecordId id);

    abstract String formatAttribute();

    static Map<String, AttributeValue> keyOf(String name, String prefix, RecordId id) {
        return Map.of(name, AttributeValue.fromS(prefix + HexFormat.of().formatHex(id.digest())));
    }

    @Override
    protected Optional<Integer> resultLimit() {
        return Optional.of(396 * 1024);
    }

    @Override
    protected boolean makeUnreadable(RecordId id) {
        CLIENT.updateItem(update -> update.tableName(table())
                .key(key(id))
                .updateExpression("SET #format = :two")
                .expressionAttributeNames(Map.of("#format", formatAttribute()))
                .expressionAttributeValues(Map.of(":two", AttributeValue.fromN("2"))));
        return true;
    }

    abstract String resultAttribute();

    @Override
    protected boolean damageResult(RecordId id, UnaryOperator<byte[]> change) {
        Records.change(
                CLIENT,
                table(),
                key(id),
                resultAttribute(),
                old -> AttributeValue.fromB(
                        SdkBytes.fromByteArray(change.apply(old.b().asByteArray()))));
        return true;
    }
}
