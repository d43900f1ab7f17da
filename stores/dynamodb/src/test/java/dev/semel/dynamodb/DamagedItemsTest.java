package dev.semel.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.RecordState;
import dev.semel.dynamodb.wire.AttributeValues;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.LargeResults;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@DisplayName("an item that was changed behind the store")
class DamagedItemsTest {
    private final LargeResults elsewhere = new LargeResults() {
        private final Map<String, byte[]> all = new ConcurrentHashMap<>();

        @Override
        public void put(String name, byte[] bytes, Instant until) {
            all.put(name, bytes);
        }

        @Override
        public Optional<byte[]> get(String name) {
            return Optional.ofNullable(all.get(name));
        }
    };
    private final String table = "damaged-" + UUID.randomUUID();
    private final DynamoDbClient client = Clients.shared();
    private final DynamoDbStore store = DynamoDbStore.builder(client)
            .table(table)
            .compressResults(true)
            .largeResults(elsewhere, 2_000)
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
    @DisplayName("A21 and claims a wrong size for its result is unreadable, and allocates no memory for it")
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

    private RecordId settled(byte[] bytes) {
        RecordId next = Records.id();
        Result result = Result.value("application/octet-stream", bytes);
        store.settle(next, Records.claim(store, next), result, Records.RETENTION);
        return next;
    }

    private void assertUnreadable(RecordId damaged) {
        assertThatThrownBy(() -> store.claim(Records.request(damaged)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(damaged.toString());
        assertThatThrownBy(() -> store.find(damaged)).isInstanceOf(UnreadableRecordException.class);
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of("state", AttributeValue.fromS("FAILED")),
                Arguments.of("state", AttributeValue.fromS("RELEASED")),
                Arguments.of("state", AttributeValue.fromS("IN_PROGRESS")),
                Arguments.of("media_type", AttributeValue.fromS("text/html")),
                Arguments.of("checksum", AttributeValue.fromN("1")),
                Arguments.of("checksum", AttributeValue.fromN("4294967296")),
                Arguments.of("checksum", AttributeValue.fromNul(true)));
    }

    @ParameterizedTest(name = "{0} as {1}")
    @MethodSource("changes")
    @DisplayName("A29 is unreadable, whether its result is in the item, compressed or elsewhere")
    void attributes(String attribute, AttributeValue value) {
        for (byte[] bytes : List.of(new byte[0], new byte[10], new byte[10_000], noise(3_000))) {
            RecordId damaged = settled(bytes);
            Records.change(client, table, Records.key(damaged), "lease_end", old -> AttributeValue.fromN("1"));
            Records.change(client, table, Records.key(damaged), attribute, old -> value);
            assertUnreadable(damaged);
        }
    }

    @Test
    @DisplayName("A29 and has no checksum, as settled records must, is unreadable")
    void noChecksum() {
        RecordId damaged = settled(new byte[10]);
        client.updateItem(update -> update.tableName(table)
                .key(Records.key(damaged))
                .updateExpression("REMOVE #it")
                .expressionAttributeNames(Map.of("#it", "checksum")));
        assertUnreadable(damaged);
    }

    @Test
    @DisplayName("A29 never replays other bytes than were stored, whichever bit of a compressed result is flipped")
    void compressedBits() {
        byte[] bytes = new byte[600];
        RecordId damaged = settled(bytes);
        byte[] stored = Records.item(client, table, damaged).get("result").b().asByteArray();
        assertThat(stored.length).isLessThan(100);
        for (int place = 0; place < stored.length; place++) {
            for (int bit = 0; bit < 8; bit += 3) {
                byte[] flipped = stored.clone();
                flipped[place] ^= (byte) (1 << bit);
                Records.change(client, table, Records.key(damaged), "result", old -> AttributeValues.binary(flipped));
                assertNothingElse(damaged, bytes);
            }
        }
        // Taken as it is.
        Records.change(client, table, Records.key(damaged), "result", old -> AttributeValues.binary(stored));
        assertThat(store.find(damaged)).isPresent();
        client.updateItem(update -> update.tableName(table)
                .key(Records.key(damaged))
                .updateExpression("REMOVE #it")
                .expressionAttributeNames(Map.of("#it", "encoding")));
        assertUnreadable(damaged);
    }

    private void assertNothingElse(RecordId damaged, byte[] bytes) {
        try {
            StoredRecord record = store.find(damaged).orElseThrow();
            assertThat(record.result().bytes()).isEqualTo(bytes);
        } catch (UnreadableRecordException e) {
            assertThat(e).hasMessageContaining(damaged.toString());
        }
    }

    @Test
    @DisplayName("A29 and has another record's result is unreadable")
    void anotherRecords() {
        RecordId damaged = settled(new byte[] {1});
        Map<String, AttributeValue> other = Records.item(client, table, settled(new byte[] {2}));
        for (String attribute : List.of("result", "media_type", "checksum")) {
            Records.change(client, table, Records.key(damaged), attribute, old -> other.get(attribute));
        }
        assertUnreadable(damaged);
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"state", "operation", "epoch", "fingerprint", "result"})
    @DisplayName("A21 does not prevent a console from showing the other records")
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
