package dev.semel.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.semel.store.RecordId;

/** What records are called in the server: a prefix and the digest of the identity in hexadecimal digits. One record is one key. */
final class Keys {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(ISO_8859_1);

    private final byte[] prefix;

    Keys(String prefix) {
        this.prefix = prefix.getBytes(ISO_8859_1);
    }

    byte[] of(RecordId id) {
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

    /** The same as text, which is also the name of the record's channel. */
    String text(byte[] key) {
        return new String(key, ISO_8859_1);
    }

    /** Finds all keys of this prefix by SCAN; what it can't tell apart is told by the record's bytes. */
    String pattern() {
        return text(prefix).replaceAll("([\\\\*?\\[\\]^-])", "\\\\$1") + "?".repeat(64);
    }
}
