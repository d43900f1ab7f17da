package dev.semel;

import dev.semel.input.Text;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Writes values into a SHA-256 so that different values give different input. Each value has a tag for its kind, and a
 * fixed length or a length prefix, so that no value can be mistaken for the beginning of another.
 */
final class Digester {
    private static final MessageDigest PROTOTYPE = sha256();

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int LENGTH = Long.BYTES;

    private final MessageDigest sha;

    // Feeding a digest byte by byte costs more than its computation, so most requests are gathered and digested in one
    // go.
    private final byte[] gathered = new byte[256];
    private int count;

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
        return tag('n');
    }

    /** Writes bytes as their own digest, which has a fixed length, so that a stream of unknown length is digested in the same way. */
    Digester bytes(byte[] content) {
        return tag('b').raw(sha256().digest(content), Fingerprint.SIZE);
    }

    Digester stream(InputStream stream, long limit) throws IOException {
        MessageDigest inner = sha256();
        byte[] buffer = new byte[8192];
        long total = 0;
        for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
            total += read;
            if (total > limit) {
                throw new ContentTooLargeException(limit);
            }
            inner.update(buffer, 0, read);
        }
        return tag('b').raw(inner.digest(), Fingerprint.SIZE);
    }

    Digester text(String text) {
        if (shortAscii(text)) {
            return this;
        }
        // UTF-8 has no form for half a surrogate pair and would write '?', so that two texts would collide.
        boolean utf8 = Text.isWellFormed(text);
        byte[] encoded = utf8 ? text.getBytes(StandardCharsets.UTF_8) : utf16(text);
        return tag(utf8 ? 't' : 'u').length(encoded.length).raw(encoded, encoded.length);
    }

    /** Writes a text without encoding it first, which most texts allow. Returns false, and writes nothing, if this one doesn't. */
    private boolean shortAscii(String text) {
        int header = 1 + LENGTH;
        if (text.length() > gathered.length - header) {
            return false;
        }
        makeRoom(header + text.length());
        int at = count + header;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return false;
            }
            gathered[at + i] = (byte) c;
        }
        tag('t').length(text.length());
        count += text.length();
        return true;
    }

    private static byte[] utf16(String text) {
        byte[] wide = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            wide[2 * i] = (byte) (text.charAt(i) >> 8);
            wide[2 * i + 1] = (byte) text.charAt(i);
        }
        return wide;
    }

    /** Starts a value with {@code size} members, which are written next. */
    Digester list(int size) {
        return tag('l').length(size);
    }

    /** Writes a value of a kind that is neither text nor bytes, in a text form that is unique within its kind. */
    Digester scalar(String kind, String value) {
        return tag('s').text(kind).text(value);
    }

    Digester fingerprint(Fingerprint inner) {
        return tag('f').raw(inner.bytes(), Fingerprint.SIZE);
    }

    private Digester tag(char tag) {
        makeRoom(1);
        gathered[count++] = (byte) tag;
        return this;
    }

    private Digester length(long length) {
        makeRoom(LENGTH);
        LONG.set(gathered, count, length);
        count += LENGTH;
        return this;
    }

    private Digester raw(byte[] content, int size) {
        makeRoom(size);
        if (size > gathered.length) {
            sha.update(content, 0, size);
        } else {
            System.arraycopy(content, 0, gathered, count, size);
            count += size;
        }
        return this;
    }

    /** Makes room for {@code size} bytes, or empties the buffer. */
    private void makeRoom(int size) {
        if (size > gathered.length - count) {
            sha.update(gathered, 0, count);
            count = 0;
        }
    }

    Fingerprint finish() {
        sha.update(gathered, 0, count);
        return Fingerprint.fromBytes(sha.digest());
    }
}
