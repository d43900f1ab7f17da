package dev.semel.powertools;

import dev.semel.dynamodb.Clients;
import dev.semel.dynamodb.Records;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.store.StoreContract;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@DisplayName("the store of Powertools' items, with a clock that the test controls")
class PowertoolsStoreTest extends StoreContract {
    static final String TABLE = "powertools_contract";
    private static final DynamoDbClient CLIENT = Clients.shared();

    private final TestClock clock = Clients.clock();

    @BeforeAll
    static void createTable() {
        try {
            create(TABLE);
        } catch (ResourceInUseException e) {
            // Another nested class of the contract has created it.
        }
    }

    /** Creates a table as Powertools' documentation shows it. */
    static void create(String name) {
        CLIENT.createTable(table -> table.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
    }

    @Override
    protected Store openStore() {
        return PowertoolsStore.builder(CLIENT, TABLE)
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .build();
    }

    @Override
    protected void passTime(Duration time) {
        clock.advance(time);
    }

    @Override
    protected boolean hasExactTime() {
        return true;
    }

    @Override
    protected Optional<Integer> resultLimit() {
        return Optional.of(396 * 1024);
    }

    @Override
    protected boolean makeUnreadable(RecordId id) {
        CLIENT.updateItem(update -> update.tableName(TABLE)
                .key(Map.of("id", AttributeValue.fromS(PowertoolsItems.name(id))))
                .updateExpression("SET semel_format = :two")
                .expressionAttributeValues(Map.of(":two", AttributeValue.fromN("2"))));
        return true;
    }

    @Override
    protected boolean damageResult(RecordId id, UnaryOperator<byte[]> change) {
        Records.change(
                CLIENT,
                TABLE,
                Map.of("id", AttributeValue.fromS(PowertoolsItems.name(id))),
                PowertoolsItems.RESULT,
                old -> AttributeValue.fromB(
                        SdkBytes.fromByteArray(change.apply(old.b().asByteArray()))));
        return true;
    }
}
