package dev.semel.redis.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.store.RecordId;
import java.nio.ByteBuffer;

/** The identity that is stored in a record, for browsing and diagnosis. */
final class RecordNames {
    private static final int SIZES = 4;
    private static final int LONGEST = 0xFFFF;
    /** Avoids overflow in sums. No server stores that much under one key. */
    private static final int MOST = 1 << 30;

    private final byte[] operation;
    private final byte[] scope;
    private final byte[] key;

    RecordNames(RecordId id) {
        this.operation = id.operation().getBytes(UTF_8);
        this.scope = id.scope().getBytes(UTF_8);
        this.key = id.key().getBytes(UTF_8);
        if (operation.length > LONGEST || scope.length > LONGEST) {
            throw new IllegalArgumentException("the operation or the scope of " + id + " is longer than " + LONGEST
                    + " bytes; shorten it, or use a digest of it");
        }
    }

    /** Returns the number of bytes that {@link #write} appends. */
    int size() {
        return Integer.BYTES + SIZES + operation.length + scope.length + key.length;
    }

    void write(ByteBuffer to) {
        to.putInt(size() - Integer.BYTES);
        to.putShort((short) operation.length).putShort((short) scope.length);
        to.put(operation).put(scope).put(key);
    }

    /** Returns whether the sizes in a record are consistent. */
    static boolean isConsistent(ByteBuffer record) {
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
