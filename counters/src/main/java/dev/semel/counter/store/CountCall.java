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
 * A call: changes to counts of one subject that take effect together.
 *
 * @param subject whose counts they are
 * @param changes each of another counter, at least one
 * @param nonce of this call alone, so that a client's own repetition of it can be told
 * @param once if the call is to take effect once under a key; {@code null} if not
 */
public record CountCall(
        String subject,
        List<CountChange> changes,
        Nonce nonce,
        @Nullable Once once) {

    /** Checks that no counter is changed twice. */
    public CountCall {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(nonce, "nonce");
        changes = List.copyOf(changes);
        Set<String> counters = new HashSet<>();
        for (CountChange change : changes) {
            if (!counters.add(change.counter())) {
                throw new IllegalArgumentException("the counter " + change.counter() + " is changed twice in one call");
            }
        }
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("a call must change at least one counter");
        }
    }

    /** The count that a change is about. */
    public CounterId id(CountChange change) {
        return new CounterId(change.counter(), subject);
    }

    /**
     * A key under which a call takes effect once.
     *
     * @param key what the caller gave
     * @param at when it is sent, as the caller's clock has it
     * @param remember how long it is remembered at least from then; a later call under the same key renews that
     */
    public record Once(String key, Instant at, Duration remember) {
        /** 32 bytes that no other key has, for these counters of this subject. */
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

        /** Never the key. */
        @Override
        public String toString() {
            return "once within " + remember;
        }
    }

    /** Never the subject. */
    @Override
    public String toString() {
        return changes.toString();
    }
}
