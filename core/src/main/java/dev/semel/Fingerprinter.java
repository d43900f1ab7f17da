package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * Turns a request into its {@link Fingerprint}. Called once for each call, before anything runs, so a request that the work changes
 * does no harm. Safe for use by many threads.
 */
@FunctionalInterface
public interface Fingerprinter {

    /**
     * The fingerprint of a request; {@code null} is a request too.
     *
     * @throws IllegalArgumentException if it can't be taken of such a thing; the operation does not run then
     */
    Fingerprint of(@Nullable Object request);

    /**
     * The default: by value, for what the JDK knows. It takes a {@link Fingerprint} as it is, and digests {@code null}, byte arrays,
     * text, numbers, booleans, enums, UUIDs, dates and times, and records, lists, sets, maps and optionals of those. Members of sets and
     * maps count in any order. {@code 1} as an {@code int} and as a {@code long} are the same; {@code BigDecimal}s are the same if they
     * are equal as numbers. Anything else is refused, since its text form might not tell two requests apart: use the JSON fingerprinter
     * of {@code semel-codec-jackson} for it.
     */
    static Fingerprinter byValue() {
        return FingerprintByValue.INSTANCE;
    }
}
