package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.Fingerprint;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that Powertools gives: hashes of a part's text, if it is a text or a number, else of its JSON as it is written. */
final class PowertoolsNaming implements Naming {
    private static final Set<String> KNOWN = Set.of("MD5", "SHA-256");
    private static final Fingerprint NOTHING = Fingerprint.fromBytes(new byte[Fingerprint.SIZE]);

    private final String hashFunction;

    PowertoolsNaming(String hashFunction) {
        if (!KNOWN.contains(hashFunction)) {
            throw new IllegalArgumentException(
                    "the hash function is " + hashFunction
                            + "; Powertools' records can be read with MD5 and SHA-256, so configure one of them there and here");
        }
        this.hashFunction = hashFunction;
    }

    @Override
    public @Nullable String key(JsonNode part) {
        // At least 32 digits, and no leading zeros beyond that: a hash is written as a number there.
        return EventPart.isMissing(part) ? null : String.format("%032x", new BigInteger(1, hash(part)));
    }

    /** The hash, filled up with zeros, from which the store can tell it again. */
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
            throw new IllegalStateException("every Java has MD5 and SHA-256", e);
        }
    }
}
