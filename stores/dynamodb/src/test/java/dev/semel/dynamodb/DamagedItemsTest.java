package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.Result;
import dev.semel.store.UnreadableRecordException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@DisplayName("an item that somebody else has changed")
class DamagedItemsTest {
    private final String table = "damaged-" + UUID.randomUUID();
    private final DynamoDbClient client = Clients.shared();
    private final DynamoDbStore store = DynamoDbStore.builder(client)
            .table(table)
            .compressResults(true)
            .createTable(true)
            .build();
    private final RecordId id = Records.id();

    private void set(String attribute, AttributeValue value) {
        client.updateItem(update -> update.tableName(table)
                .key(Records.key(id))
                .updateExpression("SET #it = :it")
                .expressionAttributeNames(Map.of("#it", attribute))
                .expressionAttributeValues(Map.of(":it", value)));
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(strings = {"-1", "2147483647", "2147483648", "100001", "99999", "0"})
    @DisplayName("A21 and lies about the size of its result is unreadable, and takes no memory for it")
    void length(String length) {
        store.settle(
                id,
                Records.claim(store, id),
                Result.value("application/octet-stream", new byte[100_000]),
                Records.RETENTION);
        set("length", AttributeValue.fromN(length));
        assertThatThrownBy(() -> store.claim(Records.request(id))).isInstanceOf(UnreadableRecordException.class);
        assertThatThrownBy(() -> store.find(id)).isInstanceOf(UnreadableRecordException.class);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"state", "operation", "epoch", "fingerprint", "result"})
    @DisplayName("A21 does not keep a console from showing the others")
    void browsing(String attribute) {
        store.settle(id, Records.claim(store, id), Records.RESULT, Records.RETENTION);
        set(attribute, AttributeValue.fromBool(true));
        RecordId other = Records.id();
        Records.claim(store, other);
        assertThat(store.browse(Query.first(10)))
                .extracting(record -> record.id())
                .containsExactly(other);
        assertThat(store.countByState()).containsEntry(RecordState.IN_PROGRESS, 1L);
    }
}
