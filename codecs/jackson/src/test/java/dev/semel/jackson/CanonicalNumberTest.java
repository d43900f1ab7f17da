package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CanonicalNumberTest {
    private final JsonFingerprinter json = JsonFingerprinter.standard();

    @ParameterizedTest(name = "{0} is {1}")
    @DisplayName("B2 doubles are written as in appendix B of RFC 8785")
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2",
    })
    void doubles_by_their_bits(String bits, String text) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
        assertThat(json.canonical(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @DisplayName("B2 infinite numbers and NaN are rejected, as in appendix B")
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void not_finite(double value) {
        assertThatIllegalArgumentException().isThrownBy(() -> json.of(value)).withMessageContaining("finite");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.of(Map.of("amount", (float) value)))
                .withMessageContaining("finite");
    }

    @Test
    @DisplayName("B2 a double has the fewest digits that convert back to it, even where Java before 19 writes more")
    void shortest() {
        // 2^-44: the nearest decimal of 16 digits is another double, and the one above it is not.
        assertThat(json.canonical(Math.scalb(1.0, -44))).isEqualTo("5.684341886080802e-14");
        assertThat(json.canonical(2.0E-3)).isEqualTo("0.002");
        assertThat(json.canonical(Double.parseDouble("2.2E-322"))).isEqualTo("2.2e-322");
        assertThat(json.canonical(Double.parseDouble("1.0E23"))).isEqualTo("1e+23");
        assertThat(json.canonical(Double.parseDouble("2.0E23"))).isEqualTo("2e+23");
        assertThat(json.canonical(Double.parseDouble("9.5E-323"))).isEqualTo("9.4e-323");
    }

    @Test
    @DisplayName("B2 a float has the digits of its text, not those of the double it widens to")
    void floats() {
        assertThat(json.canonical(0.1f)).isEqualTo("0.1");
        assertThat(json.canonical(16777216f)).isEqualTo("16777216");
        assertThat(json.canonical(Float.MIN_VALUE)).isEqualTo("1e-45");
        assertThat(json.canonical(Map.of("f", 3.4028235e38f))).isEqualTo("{\"f\":3.4028235e+38}");
    }

    @ParameterizedTest
    @DisplayName("B2 1, 1.0, 1e0 and 10e-1 are the same")
    @ValueSource(strings = {"1", "1.0", "1e0", "1E0", "10e-1", "1.000000000000000000000000", "0.1e+1", "0.00001e5"})
    void one(String text) {
        assertThat(json.canonicalOfJson(text)).isEqualTo("1");
        assertThat(json.ofJson(text)).isEqualTo(json.of(1)).isEqualTo(json.of(new BigDecimal("1.00")));
    }

    @ParameterizedTest
    @DisplayName("B2 0, -0, 0.0 and 0e999999999 are the same")
    @ValueSource(strings = {"0", "-0", "0.0", "-0.0", "0e0", "-0e-5", "0e999999999", "0.000e-999999999"})
    void zero(String text) {
        assertThat(json.canonicalOfJson(text)).isEqualTo("0");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @DisplayName("B2 the layout is that of RFC 8785, with every digit that was sent")
    @CsvSource({
        "0.1, 0.1",
        "0.10, 0.1",
        "-1.50, -1.5",
        "100, 100",
        "1e20, 100000000000000000000",
        "123456789012345678901, 123456789012345678901",
        "1e21, 1e+21",
        "1234567890123456789012, 1.234567890123456789012e+21",
        "0.000001, 0.000001",
        "0.0000001, 1e-7",
        "12.5e-9, 1.25e-8",
        "9007199254740993, 9007199254740993",
        "-9223372036854775809, -9223372036854775809",
        "333333333.33333329, 333333333.33333329",
        "0.1000000000000000055511151231257827, 0.1000000000000000055511151231257827",
        "1e400, 1e+400",
        "10e399, 1e+400",
        "1e-400, 1e-400",
        "1e999999999, 1e+999999999",
        "1e-999999999, 1e-999999999",
        "120e2147483640, 1.2e+2147483642",
    })
    void layout(String sent, String canonical) {
        assertThat(json.canonicalOfJson(sent)).isEqualTo(canonical);
    }

    @Test
    @DisplayName("B2 numbers that are equal as doubles stay different")
    void money_does_not_collide() {
        assertThat(json.ofJson("9007199254740993")).isNotEqualTo(json.ofJson("9007199254740992"));
        assertThat(json.ofJson("295147905179352825856")).isNotEqualTo(json.ofJson("295147905179352830000"));
        assertThat(json.ofJson("100000000000000000.01")).isNotEqualTo(json.ofJson("100000000000000000.02"));
        assertThat(json.ofJson("1e400")).isNotEqualTo(json.ofJson("1e401"));
        assertThat(json.ofJson("1e-400")).isNotEqualTo(json.ofJson("0"));
        assertThat(json.of(new BigInteger("18446744073709551616")))
                .isNotEqualTo(json.of(new BigInteger("18446744073709551617")));
    }

    @ParameterizedTest
    @DisplayName("B2 an exponent out of range or too many digits are rejected with a message of Semel")
    @ValueSource(strings = {"1e99999999999", "1e-99999999999", "1e2147483649", "{\"a\":[1e99999999999999999999]}"})
    void exponents_beyond_reach(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.ofJson(text))
                .withMessageContaining("JSON")
                .withMessageNotContaining("99999")
                .withNoCause();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> json.ofJson("9".repeat(1001)))
                .withMessageContaining("limit")
                .withMessageNotContaining("99999");
    }

    @Test
    @DisplayName("B2 any kind of Java number with the same value gives the same text")
    void kinds() {
        for (Number number :
                List.<Number>of((byte) 7, (short) 7, 7, 7L, 7f, 7d, BigInteger.valueOf(7), new BigDecimal("7.0"))) {
            assertThat(json.canonical(number)).as(number.getClass().getName()).isEqualTo("7");
        }
    }

    @Test
    @DisplayName("B2 random doubles convert back from their text, which never has an extra digit")
    void random_doubles() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String text = CanonicalNumber.ofDouble(value);
                assertThat(Double.parseDouble(text))
                        .as("seed %d, %s", seed, value)
                        .isEqualTo(value);
                assertThat(digits(text))
                        .as("seed %d, %s", seed, value)
                        .isLessThanOrEqualTo(digits(Double.toString(value)));
                assertThat(json.canonicalOfJson(text)).as("seed %d", seed).isEqualTo(text);
            }
        }
    }

    private static int digits(String number) {
        return new BigDecimal(number).stripTrailingZeros().precision();
    }
}
