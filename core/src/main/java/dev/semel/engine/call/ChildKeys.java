package dev.semel.engine.call;

import dev.semel.Fingerprint;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Derives keys for calls to third parties, the same for every attempt of a record. */
public final class ChildKeys {

    private ChildKeys() {}

    /** Returns a key in the form of a UUID of version 8, which nearly every API accepts. */
    public static String child(String operation, String scope, String key, String name) {
        ByteBuffer hash = ByteBuffer.wrap(
                Fingerprint.ofParts("semel.child", operation, scope, key, name).bytes());
        long high = (hash.getLong() & 0xffffffffffff0fffL) | 0x8000L;
        long low = (hash.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }
}
