package dev.semel.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;

/** The steps, each a constant script that the server runs as a whole and with nothing in between. */
enum Script {
    CLAIM,
    RENEW("put.lua", "renew.lua"),
    SETTLE("put.lua", "settle.lua"),
    RELEASE("put.lua", "release.lua"),
    FIND,
    WATCH,
    /** Without a key: if it runs twice, it counts twice. */
    COUNT,
    /** The same under keys, or of nothing. */
    COUNT_ONCE("count.lua"),
    UNCOUNT,
    COUNTED;

    private final String text;
    private final String digest;

    Script() {
        this.text = read(name().toLowerCase(Locale.ROOT) + ".lua");
        this.digest = sha1(text);
    }

    Script(String... files) {
        this.text = Arrays.stream(files).map(Script::read).collect(Collectors.joining());
        this.digest = sha1(text);
    }

    /** Whether a second run changes nothing more. */
    boolean mayRepeat() {
        return this != COUNT;
    }

    /** Whether a call that fails harms no other one in the same run. */
    boolean answersEach() {
        return this == COUNT || this == COUNT_ONCE || this == UNCOUNT || this == COUNTED;
    }

    /** Whether there is something to say beside the keys. */
    boolean hasAsks() {
        return this != FIND && this != WATCH && this != COUNTED;
    }

    String text() {
        return text;
    }

    /** By which the server knows it. */
    String digest() {
        return digest;
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the script " + name + " is missing in the jar of semel-store-redis");
            }
            return new String(in.readAllBytes(), US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
