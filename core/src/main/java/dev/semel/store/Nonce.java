package dev.semel.store;

import java.util.HexFormat;

/**
 * 128 random bits that name one attempt to become the owner. By it a store tells a claim that was sent again from a stranger's.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record Nonce(long high, long low) {

    /** Reads back what {@link #toString()} wrote. */
    public static Nonce parse(String hex) {
        if (hex.length() != 32) {
            throw new IllegalArgumentException("a nonce has 32 hexadecimal digits, not " + hex.length());
        }
        return new Nonce(HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, 32));
    }

    // Written out, here and below, since what the compiler makes of a record is linked at its first call, which takes a
    // cold start long.
    @Override
    public boolean equals(Object other) {
        return other instanceof Nonce that && high == that.high && low == that.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high ^ low);
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat format = HexFormat.of();
        return format.toHexDigits(high) + format.toHexDigits(low);
    }
}
