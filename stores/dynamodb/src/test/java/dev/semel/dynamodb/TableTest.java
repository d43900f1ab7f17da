package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.servers.DynamoDbLocal;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

@DisplayName("the table and the settings")
class TableTest {
    private final DynamoDbClient client = Clients.shared();

    private DynamoDbStoreBuilder builder(String table) {
        return DynamoDbStore.builder(client).table(table);
    }

    @Test
    @DisplayName("F6 a missing table is reported in one sentence that says what to create")
    void missing() {
        assertThatThrownBy(() -> builder("missing").build())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("there is no table missing")
                .hasMessageContaining("a partition key \"id\" of type S and no sort key")
                .hasMessageContaining("createTable(true)");
    }

    @Test
    @DisplayName("F6 a table with another key is reported in one sentence that says what was expected")
    void otherKey() {
        builder("with-sort").sortKey("sk", "semel").createTable(true).build();
        builder("without-sort").createTable(true).build();
        assertThatThrownBy(() -> builder("with-sort").build())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has another key than a partition key \"id\" of type S and no sort key");
        assertThatThrownBy(() -> builder("without-sort").sortKey("sk", "x").build())
                .hasMessageContaining("a sort key \"sk\" of type S");
        assertThatThrownBy(() -> builder("without-sort").partitionKey("pk").build())
                .hasMessageContaining("a partition key \"pk\"");
    }

    @Test
    @DisplayName("F6 a server that can't be reached is reported as such")
    void unreachable() {
        try (DynamoDbClient nowhere = Clients.blocking("http://127.0.0.1:1")) {
            assertThatThrownBy(() -> DynamoDbStore.on(nowhere))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("could not be read");
        }
    }

    @Test
    @DisplayName("a table is created with time to live, also by several nodes concurrently")
    void created() {
        List<DynamoDbStore> stores = Stream.of(1, 2, 3)
                .parallel()
                .map(node -> builder("created")
                        .attribute(Attribute.TTL, "until")
                        .createTable(true)
                        .build())
                .toList();
        assertThat(stores).hasSize(3);
        TimeToLiveDescription timeToLive =
                client.describeTimeToLive(ask -> ask.tableName("created")).timeToLiveDescription();
        assertThat(timeToLive.attributeName()).isEqualTo("until");
        assertThat(timeToLive.timeToLiveStatus()).isIn(TimeToLiveStatus.ENABLED, TimeToLiveStatus.ENABLING);
    }

    @Test
    @DisplayName("all wrong settings are reported together")
    void wrongSettings() {
        DynamoDbStoreBuilder wrong = builder("a b")
                .sortKey("sk", "")
                .skewAllowance(Duration.ofHours(2))
                .maxResultBytes(500_000)
                .attribute(Attribute.RESULT, "state");
        assertThatThrownBy(wrong::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "table is \"a b\"", "sortKey", "PT2H", "500000", "two attributes are called \"state\"");
    }

    @Test
    @DisplayName("an address opens a store with its own client")
    void address() {
        builder("by-address").createTable(true).build();
        String address = "dynamodb://eu-west-1/by-address?endpoint="
                + DynamoDbLocal.shared().uri();
        try (DynamoDbStore store = DynamoDbStore.at(address)) {
            assertThat(store.claim(Records.request(Records.id()))).isInstanceOf(ClaimResult.Claimed.class);
        }
        DynamoDbStore closed = DynamoDbStore.at(address);
        closed.close();
        closed.close();
        assertThatThrownBy(() -> closed.find(Records.id()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("closed");
    }

    @Test
    @DisplayName("an address that can't be parsed is refused without repeating it")
    void wrongAddresses() {
        for (String wrong : List.of(
                "dynamodb://secret",
                "dynamodb:///secret",
                "redis://secret/t",
                "dynamodb://secret/t?password=x",
                "dynamodb://secret/t?endpoint=nowhere",
                "dynamodb://key:secret@eu-west-1/t",
                "dynamodb://eu-west-1:8000/secret",
                "dynamodb://eu-west-1/t#secret",
                "dynamodb://se cret/t")) {
            assertThatThrownBy(() -> DynamoDbStore.at(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected dynamodb://REGION/TABLE")
                    .hasMessageNotContaining("secret");
        }
        DynamoDbAddress parsed =
                DynamoDbAddress.of("dynamodb://eu-west-1/orders?endpoint=http%3A%2F%2F127.0.0.1%3A8000");
        assertThat(parsed.region()).isEqualTo("eu-west-1");
        assertThat(parsed.table()).isEqualTo("orders");
        assertThat(parsed.endpoint()).hasToString("http://127.0.0.1:8000");
    }

    @Test
    @DisplayName("A22 in a shared table neither browsing nor purging touches other items")
    void sharedTable() {
        DynamoDbStore store = builder("shared")
                .partitionKey("pk")
                .sortKey("sk", "semel")
                .createTable(true)
                .build();
        for (String partition : List.of("order#1", "semel#looks-like-one")) {
            client.putItem(put -> put.tableName("shared")
                    .item(Map.of(
                            "pk", AttributeValue.fromS(partition),
                            "sk", AttributeValue.fromS("details"),
                            "format", AttributeValue.fromN("1"),
                            "expires_at", AttributeValue.fromN("1"))));
        }
        RecordId id = Records.id();
        Records.claim(store, id);
        assertThat(store.browse(Query.first(10)))
                .hasSize(1)
                .allMatch(record -> record.id().equals(id));
        assertThat(store.countByState()).isEqualTo(Map.of(RecordState.IN_PROGRESS, 1L));
        assertThat(store.purge(10)).isZero();
        assertThat(client.scan(scan -> scan.tableName("shared")).count()).isEqualTo(3);
    }

    @Test
    @DisplayName("A21 an item that is not a record is a clear error that names the record, not its key")
    void strangersItem() {
        DynamoDbStore store = builder("strangers").createTable(true).build();
        RecordId id = Records.id();
        client.putItem(put -> put.tableName("strangers").item(Records.key(id)));
        assertThatThrownBy(() -> store.claim(Records.request(id)))
                .hasMessageContaining(id.toString())
                .hasMessageNotContaining(id.key());
        client.updateItem(update -> update.tableName("strangers")
                .key(Records.key(id))
                .updateExpression("SET #format = :one")
                .expressionAttributeNames(Map.of("#format", "format"))
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
        assertThatThrownBy(() -> store.find(id)).hasMessageContaining("an attribute is missing");
    }

    static AttributeDefinition defined(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    static KeySchemaElement keyed(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    @Test
    @DisplayName("F6 a sort key that is a number is reported, since records need text there")
    void sortKeyOfNumbers() {
        client.createTable(create -> create.tableName("numbers")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        List.of(defined("pk", ScalarAttributeType.S), defined("sk", ScalarAttributeType.N)))
                .keySchema(List.of(keyed("pk", KeyType.HASH), keyed("sk", KeyType.RANGE))));
        assertThatThrownBy(() ->
                        builder("numbers").partitionKey("pk").sortKey("sk", "1").build())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("a sort key \"sk\" of type S");
    }

    @Test
    @DisplayName("names of attributes may be words that DynamoDB reserves, and a prefix may be empty")
    void reservedWords() {
        String words =
                "ACTION ADD ALL AND BETWEEN DATE DATA GROUP HASH KEYS LANGUAGE LIKE NAME ORDER RANGE SET SIZE TABLE VALUE VALUES";
        Iterator<String> word = List.of(words.split(" ", -1)).iterator();
        DynamoDbStoreBuilder builder = builder("reserved")
                .partitionKey("SELECT")
                .sortKey("FROM", "WHERE")
                .keyPrefix("")
                .createTable(true);
        for (Attribute each : Attribute.values()) {
            builder.attribute(each, word.next());
        }
        DynamoDbStore store = builder.build();
        RecordId id = Records.id();
        var token = Records.claim(store, id);
        store.renew(id, token, Records.request(id).terms());
        store.settle(id, token, Records.RESULT, Records.RETENTION);
        assertThat(store.claim(Records.request(id)).record().result()).isEqualTo(Records.RESULT);
        assertThat(store.browse(Query.first(10))).hasSize(1);
        assertThat(store.countByState()).isEqualTo(Map.of(RecordState.COMPLETED, 1L));
        assertThat(store.purge(10)).isZero();
    }

    @Test
    @DisplayName("F6 a closed client is reported as a failure of the store, when it is built and later")
    void closedClient() {
        DynamoDbStore store = builder("closed").createTable(true).build();
        var async = Clients.async(DynamoDbLocal.shared().uri());
        DynamoDbStore other =
                DynamoDbStore.builder(async).table("closed").checkTable(false).build();
        async.close();
        assertThatThrownBy(() -> other.claim(Records.request(Records.id()))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> DynamoDbStore.builder(async).table("closed").build())
                .isInstanceOf(StoreException.class);
        assertThat(store.claim(Records.request(Records.id()))).isInstanceOf(ClaimResult.Claimed.class);
    }
}
