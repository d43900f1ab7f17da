package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * Computes the {@link Fingerprint} of a request. Called once for each call before anything runs, so it does not matter
 * if the work changes the request. Safe for use by many threads.
 */
@FunctionalInterface
public interface Fingerprinter {

    /**
     * Returns the fingerprint of a request; {@code null} is a valid request.
     *
     * @throws IllegalArgumentException if requests of this type are not supported; the operation does not run then
     */
    Fingerprint of(@Nullable Object request);

    /**
     * Returns the default, which digests values of the JDK. It takes a {@link Fingerprint} unchanged, and digests
     * {@code null}, byte arrays, text, numbers, booleans, enums, UUIDs, dates and times, and records, lists, sets, maps
     * and optionals of those. The order of members of sets and maps does not matter. {@code 1} as an {@code int} and as
     * a {@code long} are the same; {@code BigDecimal}s are the same if they are numerically equal. Any other type is
     * refused, since its text form might not distinguish two requests: use the JSON fingerprinter of {@code
     * semel-codec-jackson} for it.
     */
    static Fingerprinter byValue() {
        return FingerprintByValue.INSTANCE;
    }
}
