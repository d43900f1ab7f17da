package dev.semel.lambda.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.Fingerprint;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The naming of Powertools: a hash of the part's text if it is a text, a number or a boolean, otherwise of its JSON.
 */
public final class PowertoolsNaming implements EventNaming {
    private static final Set<String> KNOWN = Set.of("MD5", "SHA-256");
    private static final Fingerprint NOTHING = Fingerprint.fromBytes(new byte[Fingerprint.SIZE]);

    private final String hashFunction;

    /**
     * Creates the naming of a table of Powertools.
     *
     * @param hashFunction {@code MD5} or {@code SHA-256}
     * @throws IllegalArgumentException if it is another hash function
     */
    public PowertoolsNaming(String hashFunction) {
        if (!KNOWN.contains(hashFunction)) {
            throw new IllegalArgumentException("the hash function is " + hashFunction
                    + "; must be MD5 or SHA-256, and the same as in the configuration of Powertools");
        }
        this.hashFunction = hashFunction;
    }

    @Override
    public @Nullable String key(JsonNode part) {
        // Powertools writes a hash as a number of at least 32 digits, without further leading zeros.
        return EventKeys.isMissing(part) ? null : String.format("%032x", new BigInteger(1, hash(part)));
    }

    /** Returns the hash, padded with zeros. The store recovers the hash from it. */
    @Override
    public Fingerprint compared(JsonNode part) {
        byte[] bytes = new byte[Fingerprint.SIZE];
        byte[] hash = hash(part);
        System.arraycopy(hash, 0, bytes, 0, hash.length);
        return Fingerprint.fromBytes(bytes);
    }

    @Override
    public Fingerprint nothingCompared() {
        return NOTHING;
    }

    private byte[] hash(JsonNode part) {
        String text = part.isContainerNode() ? part.toString() : part.asText();
        try {
            return MessageDigest.getInstance(hashFunction).digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("MD5 and SHA-256 are in every JDK", e);
        }
    }
}
