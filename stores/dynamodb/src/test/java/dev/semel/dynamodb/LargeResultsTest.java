package dev.semel.dynamodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.ResultNotKeptException;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.store.LargeResults;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@DisplayName("large results")
class LargeResultsTest {
    private static final String TABLE = "large";
    private static final int MOST = 396 * 1024;
    private final DynamoDbClient client = Clients.shared();
    private final Bucket bucket = new Bucket();

    /** A place as an application might implement it. */
    private static final class Bucket implements LargeResults {
        private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
        private final AtomicInteger puts = new AtomicInteger();
        private boolean broken;

        @Override
        public void put(String name, byte[] bytes, Instant until) {
            if (broken) {
                throw new IllegalStateException("the bucket is gone");
            }
            assertThat(until).isAfter(Instant.now().plus(Records.RETENTION).minusSeconds(1));
            puts.incrementAndGet();
            objects.put(name, bytes.clone());
        }

        @Override
        public Optional<byte[]> get(String name) {
            return Optional.ofNullable(objects.get(name));
        }
    }

    private DynamoDbStoreBuilder builder() {
        return DynamoDbStore.builder(client).table(TABLE).createTable(true);
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static Result bytes(byte[] bytes) {
        return Result.value("application/octet-stream", bytes);
    }

    private Result settledAndRead(DynamoDbStore store, RecordId id, Result result) {
        Token token = Records.claim(store, id);
        assertThat(store.settle(id, token, result, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
        return store.claim(Records.request(id)).record().result();
    }

    @Test
    @DisplayName("F4 of the largest size that fits into an item with the longest names are stored")
    void justFits() {
        RecordId id = new RecordId("o".repeat(128), "s".repeat(512), "k".repeat(255));
        Result result = bytes(noise(MOST));
        assertThat(settledAndRead(builder().build(), id, result)).isEqualTo(result);
    }

    @Test
    @DisplayName("F4 that do not fit are refused before they are sent, and the work does not run again")
    void tooLarge() {
        DynamoDbStore store = builder().build();
        Operation<byte[]> operation =
                Semel.on(store).operation("large", Codec.bytes()).build();
        AtomicInteger runs = new AtomicInteger();
        String key = Records.id().key();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> operation.once(key, "r", () -> {
                        runs.incrementAndGet();
                        return new byte[MOST + 1];
                    }))
                    .isInstanceOf(ResultNotKeptException.class)
                    .hasMessageContaining(String.valueOf(MOST));
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("F4 are refused if a long media type leaves no room for them")
    void longMediaType() {
        DynamoDbStore store = builder().build();
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        Result result = Result.value("x".repeat(10_000), noise(MOST));
        assertThatThrownBy(() -> store.settle(id, token, result, Records.RETENTION))
                .isInstanceOf(ResultTooLargeException.class);
        assertThat(store.settle(id, token, Records.RESULT, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("are compressed if that makes them smaller, and a store that does not compress reads them")
    void compressed() {
        DynamoDbStore store = builder().compressResults(true).build();
        RecordId id = Records.id();
        Result result =
                Result.value("application/json", "{\"a\": 1},".repeat(100_000).getBytes(UTF_8));
        assertThat(settledAndRead(store, id, result)).isEqualTo(result);
        Map<String, AttributeValue> item = Records.item(client, TABLE, id);
        assertThat(item.get("encoding").s()).isEqualTo("deflate");
        assertThat(item.get("result").b().asByteArray()).hasSizeLessThan(20_000);
        assertThat(builder().build().find(id).orElseThrow().result()).isEqualTo(result);
    }

    @Test
    @DisplayName("are not compressed if that does not help or if they are small")
    void notCompressed() {
        DynamoDbStore store = builder().compressResults(true).build();
        for (Result result : new Result[] {bytes(noise(5_000)), bytes(new byte[100]), bytes(new byte[0])}) {
            RecordId id = Records.id();
            assertThat(settledAndRead(store, id, result)).isEqualTo(result);
            assertThat(Records.item(client, TABLE, id)).doesNotContainKeys("encoding", "length");
        }
    }

    @Test
    @DisplayName(
            "whose compressed form is damaged make the record unreadable, and take no more memory than their stated length")
    void damaged() {
        DynamoDbStore store = builder().compressResults(true).build();
        RecordId id = Records.id();
        settledAndRead(store, id, bytes(new byte[100_000]));
        client.updateItem(update -> update.tableName(TABLE)
                .key(Records.key(id))
                .updateExpression("SET #length = :length")
                .expressionAttributeNames(Map.of("#length", "length"))
                .expressionAttributeValues(Map.of(":length", AttributeValue.fromN("99999"))));
        assertThatThrownBy(() -> store.claim(Records.request(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    @DisplayName("go elsewhere if the application configures a place, and are replayed unchanged")
    void elsewhere() {
        DynamoDbStore store = builder().largeResults(bucket, 1_000).build();
        RecordId id = Records.id();
        Result result = bytes(noise(3_000_000));
        assertThat(settledAndRead(store, id, result)).isEqualTo(result);
        assertThat(bucket.objects).hasSize(1);
        assertThat(Records.item(client, TABLE, id).get("result").b().asByteArray())
                .hasSize(32);
        assertThat(store.find(id).orElseThrow().result()).isEqualTo(result);
        settledAndRead(store, Records.id(), bytes(noise(1_000)));
        assertThat(bucket.objects).as("small results stay in the item").hasSize(1);
    }

    @Test
    @DisplayName("of an owner that was overtaken do not replace those of the next")
    void overtaken() {
        DynamoDbStore store = builder()
                .largeResults(bucket, 1_000)
                .skewAllowance(Duration.ZERO)
                .build();
        RecordId id = Records.id();
        Token late = Records.claim(store, id);
        store.release(id, late, ReleaseAs.ABANDONED, Records.RETENTION);
        Result right = bytes(noise(2_000));
        assertThat(settledAndRead(store, id, right)).isEqualTo(right);
        assertThat(store.settle(id, late, bytes(noise(2_001)), Records.RETENTION))
                .isEqualTo(OwnerWrite.LEASE_LOST);
        assertThat(bucket.puts).hasValue(2);
        assertThat(store.claim(Records.request(id)).record().result()).isEqualTo(right);
    }

    @Test
    @DisplayName("that are missing or changed elsewhere make the record unreadable; its work never runs again")
    void goneOrChanged() {
        DynamoDbStore store = builder().largeResults(bucket, 1_000).build();
        RecordId id = Records.id();
        settledAndRead(store, id, bytes(noise(2_000)));
        bucket.objects.replaceAll((name, old) -> noise(2_001));
        assertThatThrownBy(() -> store.claim(Records.request(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("changed");
        bucket.objects.clear();
        assertThatThrownBy(() -> store.claim(Records.request(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("deleted too early");
        DynamoDbStore without = builder().build();
        assertThatThrownBy(() -> without.claim(Records.request(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("largeResults");
    }

    @Test
    @DisplayName("that can't be stored elsewhere fail the settlement, which can be sent again")
    void broken() {
        DynamoDbStore store = builder().largeResults(bucket, 1_000).build();
        RecordId id = Records.id();
        Token token = Records.claim(store, id);
        bucket.broken = true;
        Result result = bytes(noise(2_000));
        assertThatThrownBy(() -> store.settle(id, token, result, Records.RETENTION))
                .isInstanceOf(StoreException.class)
                .isNotInstanceOf(ResultTooLargeException.class);
        bucket.broken = false;
        assertThat(store.settle(id, token, result, Records.RETENTION)).isEqualTo(OwnerWrite.APPLIED);
    }
}
