package dev.semel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Writes values into a SHA-256 so that different values give different input: each has a tag for its kind and its length in front.
 * Content whose length is not known beforehand has it behind, which is as good since the tag says so.
 */
final class Digester {
    private static final MessageDigest PROTOTYPE = sha256();

    private final MessageDigest sha;

    Digester() {
        try {
            // Cloning skips the search for a provider that getInstance does each time.
            sha = (MessageDigest) PROTOTYPE.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(
                    "the SHA-256 of this Java runtime can't be cloned; use a standard provider", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256, which every Java runtime must have", e);
        }
    }

    Digester nothing() {
        sha.update((byte) 'n');
        return this;
    }

    Digester bytes(byte[] content) {
        sha.update((byte) 'b');
        sha.update(content);
        return length(content.length);
    }

    Digester stream(InputStream stream, long limit) throws IOException {
        sha.update((byte) 'b');
        byte[] buffer = new byte[8192];
        long total = 0;
        for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
            total += read;
            if (total > limit) {
                throw new ContentTooLargeException(limit);
            }
            sha.update(buffer, 0, read);
        }
        return length(total);
    }

    Digester text(String text) {
        // UTF-8 has no form for half a surrogate pair and would write '?': two texts would meet.
        boolean utf8 = Text.isWellFormed(text);
        byte[] encoded = utf8 ? text.getBytes(StandardCharsets.UTF_8) : utf16(text);
        sha.update((byte) (utf8 ? 't' : 'u'));
        length(encoded.length);
        sha.update(encoded);
        return this;
    }

    private static byte[] utf16(String text) {
        byte[] wide = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            wide[2 * i] = (byte) (text.charAt(i) >> 8);
            wide[2 * i + 1] = (byte) text.charAt(i);
        }
        return wide;
    }

    /** The start of something with {@code size} members, which are written next. */
    Digester list(int size) {
        sha.update((byte) 'l');
        return length(size);
    }

    /** A value of a kind that is neither text nor bytes, in a text form that tells it from all others of its kind. */
    Digester scalar(String kind, String value) {
        sha.update((byte) 's');
        return text(kind).text(value);
    }

    Digester fingerprint(Fingerprint inner) {
        sha.update((byte) 'f');
        sha.update(inner.bytes());
        return this;
    }

    private Digester length(long length) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            sha.update((byte) (length >>> shift));
        }
        return this;
    }

    Fingerprint finish() {
        return Fingerprint.fromBytes(sha.digest());
    }
}
