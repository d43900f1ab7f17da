package dev.semel.dynamodb.wire;

import dev.semel.store.Nonce;
import java.nio.ByteBuffer;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts numbers, bytes and nonces to attribute values. */
public final class AttributeValues {

    private AttributeValues() {}

    /** Returns a number. */
    public static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    /** Returns bytes, without copying them. */
    public static AttributeValue binary(byte[] bytes) {
        return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
    }

    /** Returns a nonce as 16 bytes. */
    public static AttributeValue nonce(Nonce nonce) {
        return binary(ByteBuffer.allocate(16)
                .putLong(nonce.high())
                .putLong(nonce.low())
                .array());
    }

    /** Returns the nonce of 16 bytes. */
    public static Nonce nonce(byte[] bytes) {
        ByteBuffer halves = ByteBuffer.wrap(bytes);
        return new Nonce(halves.getLong(), halves.getLong());
    }
}
