package dev.semel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.RecordState;
import dev.semel.redis.record.RecordKeys;
import dev.semel.redis.record.RecordLayout;
import dev.semel.servers.RedisServer;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("a foreign or damaged value under a record's key")
class DamagedRecordsTest {
    private static final RecordId ID = Samples.id("damaged");
    private static final byte[] KEY = new RecordKeys("semel:").of(ID);
    private static RedisServer server;
    private static RedisClient client;
    private static RedisStore store;
    private static StatefulRedisConnection<byte[], byte[]> beside;

    @BeforeAll
    static void open() {
        server = RedisServer.start();
        client = RedisClient.create(server.uri());
        store = RedisStore.builder(client).build();
        beside = client.connect(ByteArrayCodec.INSTANCE);
    }

    @AfterAll
    static void close() {
        store.close();
        client.shutdown();
        server.close();
    }

    @BeforeEach
    void flush() {
        server.command("FLUSHALL");
    }

    private static byte[] set(byte[] bytes, int place, int value) {
        bytes[place] = (byte) value;
        return bytes;
    }

    private static byte[] abandoned(byte[] bytes) {
        return ByteBuffer.wrap(bytes).putLong(RecordLayout.LEASE_END, 1).array();
    }

    private static Arguments change(String name, UnaryOperator<byte[]> change) {
        return Arguments.of(name, change);
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("no state", old -> set(abandoned(old), RecordLayout.STATE, 0)),
                change("a state of the future", old -> set(old, RecordLayout.STATE, 5)),
                change("a state that is negative", old -> set(old, RecordLayout.STATE, -1)),
                change("another version", old -> set(abandoned(old), 0, 2)),
                change("too short by a byte", old -> Arrays.copyOf(abandoned(old), RecordLayout.SMALLEST - 1)),
                change("empty", old -> new byte[0]),
                change("text", old -> "a value of another application".getBytes(UTF_8)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    @DisplayName("A21 neither runs nor is written to")
    void neverRuns(String name, UnaryOperator<byte[]> change) {
        Token token = Samples.claim(store, ID);
        byte[] changed = change.apply(beside.sync().get(KEY));
        beside.sync().set(KEY, changed);
        assertThatThrownBy(() -> store.claim(Samples.request(ID))).isInstanceOf(UnreadableRecordException.class);
        assertThatThrownBy(() -> store.find(ID)).isInstanceOf(UnreadableRecordException.class);
        assertThatThrownBy(() -> store.settle(ID, token, Samples.RESULT, Samples.RETENTION))
                .isInstanceOf(UnreadableRecordException.class);
        assertThat(beside.sync().get(KEY)).isEqualTo(changed);
        assertOthersAreShown();
    }

    static Stream<Arguments> sizes() {
        return Stream.of(Integer.MIN_VALUE, -1, 3, 1_000, Integer.MAX_VALUE)
                .map(size -> change(
                        "names of " + size,
                        old -> ByteBuffer.wrap(old)
                                .putInt(RecordLayout.NAMES, size)
                                .array()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sizes")
    @DisplayName("A21 with inconsistent sizes is unreadable")
    void wrongSizes(String name, UnaryOperator<byte[]> change) {
        Samples.settle(store, ID, Samples.claim(store, ID), new byte[] {1, 2, 3});
        beside.sync().set(KEY, change.apply(beside.sync().get(KEY)));
        assertThatThrownBy(() -> store.claim(Samples.request(ID))).isInstanceOf(UnreadableRecordException.class);
        assertThatThrownBy(() -> store.find(ID)).isInstanceOf(UnreadableRecordException.class);
        assertOthersAreShown();
    }

    private static void assertOthersAreShown() {
        RecordId other = Samples.id("other");
        Samples.claim(store, other);
        assertThat(store.browse(Query.first(10)))
                .extracting(record -> record.id())
                .containsExactly(other);
        assertThat(store.countByState()).containsEntry(RecordState.IN_PROGRESS, 1L);
    }

    @Test
    @DisplayName("A21 of another type is unreadable, and other records of the same batch are not affected")
    void wrongType() {
        beside.sync().hset(KEY, Map.of(new byte[] {1}, new byte[] {1}));
        assertThatThrownBy(() -> store.claim(Samples.request(ID))).isInstanceOf(UnreadableRecordException.class);
        assertThatThrownBy(() -> store.find(ID)).isInstanceOf(UnreadableRecordException.class);
        assertOthersAreShown();
    }

    @Test
    @DisplayName("A29 with one flipped bit never runs, and never replays anything but the stored result")
    void anyBit() {
        Samples.settle(store, ID, Samples.claim(store, ID), "receipt".getBytes(UTF_8));
        byte[] whole = abandoned(beside.sync().get(KEY));
        int settled = RecordLayout.NAMES + 4 + ByteBuffer.wrap(whole).getInt(RecordLayout.NAMES);
        for (int place = 0; place < whole.length; place++) {
            for (int bit = 0; bit < 8 && !isOfExpiry(place); bit++) {
                beside.sync().set(KEY, set(whole.clone(), place, whole[place] ^ (1 << bit)));
                boolean readable = answersAsStored();
                assertThat(readable && (place < 2 || place >= settled))
                        .as("bit %s of byte %s was overlooked", bit, place)
                        .isFalse();
            }
        }
    }

    /** When a record ends is not covered: one that ended early can be claimed. */
    private static boolean isOfExpiry(int place) {
        return place >= RecordLayout.EXPIRES && place < RecordLayout.NAMES;
    }

    private static boolean answersAsStored() {
        assertThat(store.browse(Query.first(10))).hasSizeLessThan(2);
        try {
            ClaimResult answer = store.claim(Samples.request(ID));
            if (answer instanceof ClaimResult.Settled settled) {
                assertThat(settled.record().result().bytes()).isEqualTo("receipt".getBytes(UTF_8));
            } else {
                assertThat(answer).isInstanceOf(ClaimResult.Mismatch.class);
            }
            return true;
        } catch (UnreadableRecordException e) {
            return false;
        }
    }

    @Test
    @DisplayName("A29 that was truncated anywhere or extended is unreadable")
    void anyLength() {
        Samples.settle(store, ID, Samples.claim(store, ID), "receipt".getBytes(UTF_8));
        byte[] whole = abandoned(beside.sync().get(KEY));
        for (int length = 0; length <= whole.length + 1; length++) {
            beside.sync().set(KEY, Arrays.copyOf(whole, length));
            assertThat(answersAsStored())
                    .as("%s of %s bytes", length, whole.length)
                    .isEqualTo(length == whole.length);
        }
    }

    @Test
    @DisplayName("A29 that belongs to another record is unreadable")
    void anotherRecords() {
        RecordId other = Samples.id("other");
        Samples.settle(store, other, Samples.claim(store, other), "receipt".getBytes(UTF_8));
        beside.sync().set(KEY, beside.sync().get(new RecordKeys("semel:").of(other)));
        assertThat(answersAsStored()).isFalse();
    }

    @Test
    @DisplayName("A29 whose state was changed to a claimable one is not claimed")
    void otherStates() {
        for (int state : new int[] {RecordLayout.IN_PROGRESS, RecordLayout.RELEASED}) {
            for (byte[] result : new byte[][] {{}, "receipt".getBytes(UTF_8)}) {
                RecordId id = Samples.id("state-" + state + "-" + result.length);
                byte[] key = new RecordKeys("semel:").of(id);
                Samples.settle(store, id, Samples.claim(store, id), result);
                beside.sync().set(key, set(abandoned(beside.sync().get(key)), RecordLayout.STATE, state));
                assertThatThrownBy(() -> store.claim(Samples.request(id)))
                        .isInstanceOf(UnreadableRecordException.class)
                        .hasMessageContaining(id.toString());
            }
        }
    }

    @Test
    @DisplayName("A3 empty and binary results are replayed byte-identical")
    void anyBytes() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        for (byte[] bytes : new byte[][] {{}, {0}, {-1, -1, -1}, "\r\n$-1\r\n".getBytes(UTF_8), all}) {
            RecordId id = Samples.id("bytes-" + Arrays.hashCode(bytes));
            Result result = Result.value("", bytes);
            store.settle(id, Samples.claim(store, id), result, Samples.RETENTION);
            assertThat(store.claim(Samples.request(id)).record().result()).isEqualTo(result);
        }
    }
}
