package dev.semel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.store.RecordId;
import java.nio.ByteBuffer;

/** An identity as it lies in a record, so that people can tell whose it is. */
final class Names {
    private static final int SIZES = 4;
    private static final int LONGEST = 0xFFFF;
    /** So that adding to it never overflows; no server keeps so much in one key. */
    private static final int MOST = 1 << 30;

    private final byte[] operation;
    private final byte[] scope;
    private final byte[] key;

    Names(RecordId id) {
        this.operation = id.operation().getBytes(UTF_8);
        this.scope = id.scope().getBytes(UTF_8);
        this.key = id.key().getBytes(UTF_8);
        if (operation.length > LONGEST || scope.length > LONGEST) {
            throw new IllegalArgumentException("the operation or the scope of " + id + " is longer than " + LONGEST
                    + " bytes; make it shorter, or hand in a digest of it");
        }
    }

    /** How many bytes {@link #write} writes. */
    int size() {
        return Integer.BYTES + SIZES + operation.length + scope.length + key.length;
    }

    void write(ByteBuffer to) {
        to.putInt(size() - Integer.BYTES);
        to.putShort((short) operation.length).putShort((short) scope.length);
        to.put(operation).put(scope).put(key);
    }

    /** Whether the sizes in a record agree with each other. */
    static boolean canBe(ByteBuffer record) {
        int rest = record.getInt(RecordLayout.NAMES) - SIZES;
        int operation = Short.toUnsignedInt(record.getShort(RecordLayout.NAMES + 4));
        int scope = Short.toUnsignedInt(record.getShort(RecordLayout.NAMES + 6));
        return rest >= operation + scope && rest <= MOST;
    }

    static RecordId read(ByteBuffer record) {
        int place = RecordLayout.NAMES;
        int rest = record.getInt(place) - SIZES;
        int operation = Short.toUnsignedInt(record.getShort(place + 4));
        int scope = Short.toUnsignedInt(record.getShort(place + 6));
        int from = place + Integer.BYTES + SIZES;
        return new RecordId(
                text(record, from, operation),
                text(record, from + operation, scope),
                text(record, from + operation + scope, rest - operation - scope));
    }

    private static String text(ByteBuffer record, int from, int length) {
        byte[] bytes = new byte[length];
        record.get(from, bytes);
        return new String(bytes, UTF_8);
    }
}
