package dev.semel.redis.wire;

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

/** A constant Lua script, which the server runs atomically. */
public final class Script {
    private final String text;
    private final String digest;
    private final Set<Trait> traits;

    /** A property of a script. Without any, a script may run twice, fails as a whole, and takes an argument for each key. */
    public enum Trait {
        /** A second run would apply the change again, so the script is sent at most once. */
        RUNS_ONCE,
        /** A call that fails does not affect other calls of the same run. */
        ANSWERS_EACH,
        /** Takes keys and no arguments. */
        KEYS_ONLY,
        /** Answers {@code 0} for a key that it skipped because the reply was already large. Such a call is sent again. */
        MAY_SKIP,
        /** Writes what has to survive a failover: waits for replicas if the store is configured to. */
        WAITS_FOR_REPLICAS
    }

    /**
     * Concatenates resource files to a script.
     *
     * @param beside a class in the package of the files
     */
    public Script(Class<?> beside, Set<Trait> traits, String... files) {
        this.text = Arrays.stream(files).map(file -> read(beside, file)).collect(Collectors.joining());
        this.digest = sha1(text);
        this.traits = Set.copyOf(traits);
    }

    /** Returns whether a second run changes nothing. */
    boolean mayRepeat() {
        return !traits.contains(Trait.RUNS_ONCE);
    }

    boolean answersEach() {
        return traits.contains(Trait.ANSWERS_EACH);
    }

    boolean hasArguments() {
        return !traits.contains(Trait.KEYS_ONLY);
    }

    boolean maySkip() {
        return traits.contains(Trait.MAY_SKIP);
    }

    boolean waitsForReplicas() {
        return traits.contains(Trait.WAITS_FOR_REPLICAS);
    }

    String text() {
        return text;
    }

    /** Returns the SHA-1 digest by which the server caches the script. */
    String digest() {
        return digest;
    }

    private static String read(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the script " + name + " is missing from semel-store-redis.jar; rebuild or redeploy the jar");
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
            throw new IllegalStateException("SHA-1 is missing, which every Java platform provides", e);
        }
    }
}
