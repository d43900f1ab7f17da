package dev.semel.store;

import java.util.HexFormat;

/**
 * 128 random bits that name one attempt to become the owner. They distinguish a repeated claim from another caller's.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record Nonce(long high, long low) {

    /** Returns the nonce that {@link #toString()} returned as text. */
    public static Nonce parse(String hex) {
        if (hex.length() != 32) {
            throw new IllegalArgumentException("a nonce has 32 hexadecimal digits, not " + hex.length());
        }
        return new Nonce(HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, 32));
    }

    // Written by hand, here and below: the generated methods of a record are linked at their first call, which slows
    // down a cold start.
    @Override
    public boolean equals(Object other) {
        return other instanceof Nonce that && high == that.high && low == that.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high ^ low);
    }

    /** Returns 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat format = HexFormat.of();
        return format.toHexDigits(high) + format.toHexDigits(low);
    }
}
