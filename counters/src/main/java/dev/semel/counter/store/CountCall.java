package dev.semel.counter.store;

import dev.semel.Fingerprint;
import dev.semel.store.Nonce;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An atomic change of the counts of one subject.
 *
 * @param subject the subject of the counts
 * @param changes at least one change, each of another counter
 * @param nonce unique to this call, so that a repetition by the client is recognised
 * @param once the key under which the call takes effect once; {@code null} if it has none
 */
public record CountCall(
        String subject,
        List<CountChange> changes,
        Nonce nonce,
        @Nullable Once once) {

    /** Checks that there is a change, and that no counter is changed twice. */
    public CountCall {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(nonce, "nonce");
        changes = List.copyOf(changes);
        Set<String> counters = new HashSet<>();
        for (CountChange change : changes) {
            if (!counters.add(change.counter())) {
                throw new IllegalArgumentException(
                        "the counter " + change.counter() + " is changed twice in one call; add its amounts up");
            }
        }
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("a call must change at least one counter");
        }
    }

    /** Returns the id of the count that a change applies to. */
    public CounterId id(CountChange change) {
        return new CounterId(change.counter(), subject);
    }

    /**
     * A key under which a call takes effect once.
     *
     * @param key the caller's key
     * @param at the time of the call, by the caller's clock
     * @param remember how long the key is remembered from then, at least; a later call with the same key renews that time
     */
    public record Once(String key, Instant at, Duration remember) {
        /** Returns 32 bytes that are unique to this key, subject and counters. */
        public byte[] digest(CountCall call) {
            String[] parts = new String[call.changes().size() + 3];
            parts[0] = "semel.counter.once";
            parts[1] = call.subject();
            parts[2] = key;
            for (int i = 0; i < call.changes().size(); i++) {
                parts[i + 3] = call.changes().get(i).counter();
            }
            return Fingerprint.ofParts(parts).bytes();
        }

        /** Returns a description without the key. */
        @Override
        public String toString() {
            return "once within " + remember;
        }
    }

    /** Returns the changes, without the subject. */
    @Override
    public String toString() {
        return changes.toString();
    }
}
