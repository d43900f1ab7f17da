package dev.semel.powertools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.dynamodb.Clients;
import dev.semel.dynamodb.Records;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.UnreadableRecordException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@DisplayName("an item of Powertools that was changed behind the store")
class DamagedPowertoolsItemsTest {
    private static final DynamoDbClient CLIENT = Clients.shared();
    private static final Result JSON = Result.value("application/json", "{\"paid\":true}".getBytes(UTF_8));
    private static final Result TEXT = Result.failure("text/plain", "declined".getBytes(UTF_8));

    private final PowertoolsStore store =
            PowertoolsStore.builder(CLIENT, PowertoolsStoreTest.TABLE).build();
    private final RecordId id = Records.id();

    @BeforeAll
    static void createTable() {
        PowertoolsStoreTest.createTable();
    }

    private Map<String, AttributeValue> key() {
        return Map.of("id", AttributeValue.fromS(PowertoolsItems.name(id)));
    }

    private void set(String attribute, AttributeValue value) {
        Records.change(CLIENT, PowertoolsStoreTest.TABLE, key(), attribute, old -> value);
    }

    private void settle(Result result) {
        store.settle(id, Records.claim(store, id), result, Records.RETENTION);
        assertThat(store.find(id).orElseThrow().result()).isEqualTo(result);
        assertThat(store.claim(Records.request(id)).record().result()).isEqualTo(result);
    }

    private void assertUnreadable() {
        assertThatThrownBy(() -> store.claim(Records.request(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(id.toString())
                .hasMessageNotContaining("paid");
        assertThatThrownBy(() -> store.find(id)).isInstanceOf(UnreadableRecordException.class);
    }

    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource({"data, {\"paid\":false}", "data, null", "semel_state, RELEASED_", "status, INPROGRESS"})
    @DisplayName("A29 is unreadable if Semel completed it with JSON")
    void json(String attribute, String value) {
        settle(JSON);
        set(attribute, AttributeValue.fromS(value));
        assertUnreadable();
    }

    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource({
        "semel_media_type, text/html",
        "semel_state, COMPLETED",
        "semel_state, RELEASED",
        "semel_state, IN_PROGRESS"
    })
    @DisplayName("A29 is unreadable if Semel settled it in a form that Powertools can't read")
    void others(String attribute, String value) {
        settle(TEXT);
        set("semel_lease_end", AttributeValue.fromN("1"));
        set(attribute, AttributeValue.fromS(value));
        assertUnreadable();
    }

    @Test
    @DisplayName("A29 is unreadable without the checksum that Semel wrote, or with a different one")
    void checksum() {
        settle(JSON);
        set("semel_checksum", AttributeValue.fromN("1"));
        assertUnreadable();
        CLIENT.updateItem(update ->
                update.tableName(PowertoolsStoreTest.TABLE).key(key()).updateExpression("REMOVE semel_checksum"));
        assertUnreadable();
    }

    @Test
    @DisplayName("A29 is replayed unverified if Powertools completed it, since it has no checksum then")
    void theirs() {
        CLIENT.putItem(put -> put.tableName(PowertoolsStoreTest.TABLE)
                .item(Map.of(
                        "id", AttributeValue.fromS(PowertoolsItems.name(id)),
                        "status", AttributeValue.fromS("COMPLETED"),
                        "expiration", AttributeValue.fromN("99999999999"),
                        "data", AttributeValue.fromS("{\"paid\":true}"))));
        assertThat(store.find(id).orElseThrow().result()).isEqualTo(JSON);
    }

    @Test
    @DisplayName("A3 results of any media type are replayed unchanged, also those that the engine never creates")
    void anyResult() {
        settle(Result.value(PowertoolsItems.NULL, new byte[] {1}));
        assertThat(store.claim(Records.request(id))).isInstanceOf(ClaimResult.Settled.class);
    }
}
