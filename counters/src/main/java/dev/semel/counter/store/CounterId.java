package dev.semel.counter.store;

import dev.semel.Fingerprint;
import java.util.Objects;

/**
 * The identity of a count.
 *
 * @param counter the counter's name, such as {@code requests}
 * @param subject the subject, such as an access key; may be a secret, so keep it out of logs and messages
 */
public record CounterId(String counter, String subject) {
    /** Creates an identity from parts that were validated before. */
    public CounterId {
        Objects.requireNonNull(counter, "counter");
        Objects.requireNonNull(subject, "subject");
    }

    /** Returns 32 bytes that are unique to this identity. Computed on each call. */
    public byte[] digest() {
        return Fingerprint.ofParts("semel.counter", counter, subject).bytes();
    }

    /** Returns the counter's name, without the subject, which may be a secret. */
    @Override
    public String toString() {
        return counter;
    }
}
