package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Predicate;

/**
 * Formats numbers in the layout of RFC 8785, with all their digits. A {@code double} or {@code float} has the digits of the shortest decimal
 * that converts back to it, as in the RFC; any other number keeps its digits, where the RFC would round it to a {@code double}.
 */
final class CanonicalNumber {
    // Decimals with so few digits never share a double or a float, so one that converts back is the shortest.
    private static final int UNIQUE_IN_DOUBLE = 15;
    private static final int UNIQUE_IN_FLOAT = 6;

    private CanonicalNumber() {}

    static String of(JsonNode number) {
        if (number.isFloat()) {
            return ofFloat(number.floatValue());
        }
        if (number.isDouble()) {
            return ofDouble(number.doubleValue());
        }
        return number.isBigDecimal() ? of(number.decimalValue()) : of(number.bigIntegerValue(), 0);
    }

    static String ofDouble(double value) {
        refuseUnlessFinite(Double.isFinite(value));
        BigDecimal written = new BigDecimal(Double.toString(value));
        boolean shortest = Math.abs(value) >= Double.MIN_NORMAL && digits(written) <= UNIQUE_IN_DOUBLE;
        return of(shortest ? written : shortest(new BigDecimal(value), tried -> tried.doubleValue() == value));
    }

    private static String ofFloat(float value) {
        refuseUnlessFinite(Float.isFinite(value));
        BigDecimal written = new BigDecimal(Float.toString(value));
        boolean shortest = Math.abs(value) >= Float.MIN_NORMAL && digits(written) <= UNIQUE_IN_FLOAT;
        return of(shortest ? written : shortest(new BigDecimal(value), tried -> tried.floatValue() == value));
    }

    private static void refuseUnlessFinite(boolean finite) {
        if (!finite) {
            throw new IllegalArgumentException(
                    "the request contains an infinite number or NaN, which JSON does not support; send a finite number or null");
        }
    }

    private static int digits(BigDecimal number) {
        return number.stripTrailingZeros().precision();
    }

    /** Replaces {@code Double.toString}, which may write an extra digit before Java 19, so that two nodes could differ. */
    private static BigDecimal shortest(BigDecimal exact, Predicate<BigDecimal> givesItBack) {
        for (int precision = 1; precision < exact.precision(); precision++) {
            // Next to a power of two, the nearest candidate may be out of range while the one on the other side is not.
            for (RoundingMode to : List.of(RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP)) {
                BigDecimal tried = exact.round(new MathContext(precision, to));
                if (givesItBack.test(tried)) {
                    return tried;
                }
            }
        }
        return exact;
    }

    private static String of(BigDecimal number) {
        return of(number.unscaledValue(), number.scale());
    }

    /** Works on digits instead of arithmetic: adjusting the scale of {@code 1e999999999} would materialize all its zeros. */
    private static String of(BigInteger unscaled, int scale) {
        if (unscaled.signum() == 0) {
            return "0";
        }
        String all = unscaled.abs().toString();
        long point = (long) all.length() - scale;
        int end = all.length();
        while (all.charAt(end - 1) == '0') {
            end--;
        }
        String layout = layout(all.substring(0, end), point);
        return unscaled.signum() < 0 ? "-" + layout : layout;
    }

    /**
     * Lays out a number as ECMAScript does.
     *
     * @param point the position of the decimal point, relative to the first digit
     */
    private static String layout(String digits, long point) {
        if (point > 21 || point <= -6) {
            String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
            return digits.charAt(0) + fraction + (point > 0 ? "e+" : "e") + (point - 1);
        }
        if (point <= 0) {
            return "0." + "0".repeat((int) -point) + digits;
        }
        if (digits.length() <= point) {
            return digits + "0".repeat((int) point - digits.length());
        }
        return digits.substring(0, (int) point) + "." + digits.substring((int) point);
    }
}
