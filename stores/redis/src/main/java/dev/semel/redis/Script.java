package dev.semel.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Collectors;

/** A constant script, which the server runs as a whole and with nothing in between. Not for applications: it may change in any release. */
public final class Script {
    static final Script CLAIM = ofRecords("record.lua", "claim.lua");
    static final Script RENEW = ofRecords("record.lua", "owner.lua", "renew.lua");
    static final Script SETTLE = ofRecords("record.lua", "owner.lua", "settle.lua");
    static final Script RELEASE = ofRecords("record.lua", "owner.lua", "release.lua");
    static final Script FIND = new Script(Script.class, Set.of(Trait.KEYS_ONLY), "record.lua", "find.lua");
    static final Script WATCH = new Script(Script.class, Set.of(Trait.KEYS_ONLY), "record.lua", "watch.lua");

    private final String text;
    private final String digest;
    private final Set<Trait> traits;

    /** What a script may be like. By default it may run twice, fails as a whole, and has something to say beside its keys. */
    public enum Trait {
        /** A second run would change more. */
        RUNS_ONCE,
        /** A call that fails harms no other one in the same run. */
        ANSWERS_EACH,
        /** There is nothing to say beside the keys. */
        KEYS_ONLY
    }

    /**
     * Of some files.
     *
     * @param beside the class in whose package they are
     */
    public Script(Class<?> beside, Set<Trait> traits, String... files) {
        this.text = Arrays.stream(files).map(file -> read(beside, file)).collect(Collectors.joining());
        this.digest = sha1(text);
        this.traits = Set.copyOf(traits);
    }

    private static Script ofRecords(String... files) {
        return new Script(Script.class, Set.of(), files);
    }

    /** Whether a second run changes nothing more. */
    boolean mayRepeat() {
        return !traits.contains(Trait.RUNS_ONCE);
    }

    boolean answersEach() {
        return traits.contains(Trait.ANSWERS_EACH);
    }

    /** Whether there is something to say beside the keys. */
    boolean hasAsks() {
        return !traits.contains(Trait.KEYS_ONLY);
    }

    String text() {
        return text;
    }

    /** By which the server knows it. */
    String digest() {
        return digest;
    }

    private static String read(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
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
