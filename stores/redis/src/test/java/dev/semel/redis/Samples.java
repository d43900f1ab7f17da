package dev.semel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.redis.record.RecordLayout;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Records and requests that tests share. */
public final class Samples {
    public static final Duration LEASE = Duration.ofMinutes(10);
    public static final Duration RETENTION = Duration.ofHours(1);
    public static final Result RESULT = Result.value("text/plain", "receipt".getBytes(UTF_8));

    private Samples() {}

    public static RecordId id(String key) {
        return new RecordId("samples", "scope", key);
    }

    public static ClaimRequest request(RecordId id) {
        return request(id, LEASE);
    }

    public static ClaimRequest request(RecordId id, Duration lease) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Nonce nonce = new Nonce(random.nextLong(), random.nextLong());
        return new ClaimRequest(id, Fingerprint.ofText("request"), () -> nonce, new LeaseTerms(lease, RETENTION), true);
    }

    public static Token claim(Store store, String key) {
        return claim(store, id(key));
    }

    public static Token claim(Store store, RecordId id) {
        ClaimResult result = store.claim(request(id));
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        return result.record().token();
    }

    public static void settle(Store store, RecordId id, Token token, byte[] bytes) {
        assertThat(store.settle(id, token, Result.value("application/octet-stream", bytes), RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
    }

    /** A settled record's bytes with others in the place of its result. */
    public static byte[] withResult(byte[] value, UnaryOperator<byte[]> change) {
        ByteBuffer record = ByteBuffer.wrap(value);
        int mediaType = RecordLayout.NAMES + 4 + record.getInt(RecordLayout.NAMES) + 4;
        int from = mediaType + 2 + record.getShort(mediaType);
        byte[] result = change.apply(Arrays.copyOfRange(value, from, value.length));
        return ByteBuffer.allocate(from + result.length)
                .put(value, 0, from)
                .put(result)
                .array();
    }

    /** The same again until the store answers. */
    public static <T> T eventually(Supplier<T> call) {
        for (int i = 0; ; i++) {
            try {
                return call.get();
            } catch (StoreException e) {
                if (i == 100) {
                    throw e;
                }
                pause();
            }
        }
    }

    /** Again if another process of this machine has just borrowed the port. */
    public static void restart(RedisServer server) {
        for (int i = 0; ; i++) {
            try {
                server.restart();
                return;
            } catch (IllegalStateException e) {
                if (i == 5) {
                    throw e;
                }
                pause();
            }
        }
    }

    /** Waits for a condition that becomes true without further calls. */
    public static void await(String what, BooleanSupplier state) {
        for (int i = 0; !state.getAsBoolean(); i++) {
            assertThat(i).as("20 s without %s", what).isLessThan(1_000);
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
