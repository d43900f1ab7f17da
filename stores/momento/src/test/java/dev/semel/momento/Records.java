package dev.semel.momento;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/** Records that no other test uses, requests for them, and their items. */
public final class Records {
    public static final Duration LEASE = Duration.ofSeconds(30);
    public static final Duration RETENTION = Duration.ofHours(1);
    public static final Fingerprint FINGERPRINT = Fingerprint.ofText("request");
    public static final Result RESULT = Result.value("text/plain", "receipt".getBytes(UTF_8));

    /** The size of the header that docs/stores/momento.md shows. */
    private static final int HEADER = 95;

    private Records() {}

    public static RecordId id() {
        return new RecordId("test", "", UUID.randomUUID().toString());
    }

    public static ClaimRequest request(RecordId id) {
        return request(id, FINGERPRINT, true);
    }

    public static ClaimRequest holding(RecordId id) {
        return request(id, FINGERPRINT, false);
    }

    public static ClaimRequest request(RecordId id, Fingerprint fingerprint, boolean takeOver) {
        return request(id, fingerprint, new LeaseTerms(LEASE, takeOver ? RETENTION : null), takeOver);
    }

    public static ClaimRequest request(RecordId id, LeaseTerms terms) {
        return request(id, FINGERPRINT, terms, true);
    }

    private static ClaimRequest request(RecordId id, Fingerprint fingerprint, LeaseTerms terms, boolean takeOver) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Nonce nonce = new Nonce(random.nextLong(), random.nextLong());
        return new ClaimRequest(id, fingerprint, () -> nonce, terms, takeOver);
    }

    public static Token claim(Store store, RecordId id) {
        return ((ClaimResult.Claimed) store.claim(request(id))).record().token();
    }

    /** Returns the key of a record's item. */
    public static byte[] key(RecordId id) {
        return ("semel:" + HexFormat.of().formatHex(id.digest())).getBytes(UTF_8);
    }

    /** Returns the bytes of a settled item with another result, and the same checksum. */
    static byte[] withResult(byte[] item, UnaryOperator<byte[]> change) {
        ByteBuffer from = ByteBuffer.wrap(item);
        from.position(HEADER);
        for (int name = 0; name < 3; name++) {
            skip(from);
        }
        from.position(from.position() + Integer.BYTES + 1);
        skip(from);
        byte[] result = new byte[from.remaining()];
        int place = from.position();
        from.get(result);
        byte[] changed = change.apply(result);
        return ByteBuffer.allocate(place + changed.length)
                .put(item, 0, place)
                .put(changed)
                .array();
    }

    private static void skip(ByteBuffer from) {
        int size = from.getInt();
        from.position(from.position() + size);
    }
}
