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

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat format = HexFormat.of();
        return format.toHexDigits(high) + format.toHexDigits(low);
    }
}
