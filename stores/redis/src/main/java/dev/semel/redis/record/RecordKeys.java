package dev.semel.redis.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.semel.store.RecordId;

/** The Redis keys of records: a prefix and the identity's digest in hexadecimal. Each record is one key. */
public final class RecordKeys {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(ISO_8859_1);

    private final byte[] prefix;

    /** Creates keys with a prefix of ASCII characters. */
    public RecordKeys(String prefix) {
        this.prefix = prefix.getBytes(ISO_8859_1);
    }

    /** Returns the key of a record. */
    public byte[] of(RecordId id) {
        byte[] digest = id.digest();
        byte[] key = new byte[prefix.length + 2 * digest.length];
        System.arraycopy(prefix, 0, key, 0, prefix.length);
        int place = prefix.length;
        for (byte each : digest) {
            key[place++] = DIGITS[(each >> 4) & 15];
            key[place++] = DIGITS[each & 15];
        }
        return key;
    }

    /** Returns a key as text, which is also the name of the record's channel. */
    String text(byte[] key) {
        return new String(key, ISO_8859_1);
    }

    /** Returns a SCAN pattern that matches all records of this prefix. Other keys may match too; their bytes do not start like a record. */
    String pattern() {
        return text(prefix).replaceAll("([\\\\*?\\[\\]^-])", "\\\\$1") + "?".repeat(64);
    }
}
