package dev.semel.counter.store;

import dev.semel.Fingerprint;
import java.util.Objects;

/**
 * Which count: a counter's name and whose count it is.
 *
 * @param counter such as {@code requests}
 * @param subject such as an access key. It may be a secret: keep it out of logs and messages
 */
public record CounterId(String counter, String subject) {
    /** Names a count. What the parts may look like is checked before they get here. */
    public CounterId {
        Objects.requireNonNull(counter, "counter");
        Objects.requireNonNull(subject, "subject");
    }

    /** 32 bytes that no other identity has. Computed anew at each call. */
    public byte[] digest() {
        return Fingerprint.ofParts("semel.counter", counter, subject).bytes();
    }

    /** Only the counter: the subject may be a secret. */
    @Override
    public String toString() {
        return counter;
    }
}
