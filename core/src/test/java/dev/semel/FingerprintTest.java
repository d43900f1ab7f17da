package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a fingerprint")
class FingerprintTest {
    private static final Fingerprinter BY_VALUE = Fingerprinter.byValue();

    record Payment(String account, long amount, List<String> tags) {}

    private static Fingerprint of(Object value) {
        return BY_VALUE.of(value);
    }

    @Test
    @DisplayName("A13 distinguishes parts by their boundaries")
    void bordersCount() {
        assertThat(Fingerprint.ofParts("a", "bc")).isNotEqualTo(Fingerprint.ofParts("ab", "c"));
        assertThat(Fingerprint.ofParts("a")).isNotEqualTo(Fingerprint.ofParts("a", ""));
        assertThat(Fingerprint.ofParts("ab")).isNotEqualTo(Fingerprint.ofText("ab"));
        assertThat(Fingerprint.ofText("ab")).isNotEqualTo(Fingerprint.of(new byte[] {'a', 'b'}));
    }

    @Test
    @DisplayName("is the same in every version: stored records depend on it")
    void neverChanges() {
        assertThat(Fingerprint.ofText("semel"))
                .hasToString("4bf6c3a372bf87b7ea74e5845281aea9d2affc12ac2a56a61031f45e20a11f1a");
        assertThat(Fingerprint.ofParts("payments.create", "tenant", "key"))
                .hasToString("24f8af217dbe92edf5d7e7b8c9f5c5fc0beb552932567b88160d88b51be24c06");
        assertThat(of(new Payment("a-1", 1250, List.of("x"))))
                .hasToString("cf538cae739b1baf27df67a704cbd6bc4b18492cf149072081a68956f105544f");
    }

    @Test
    @DisplayName("is restored from its bytes")
    void comesBackFromItsBytes() {
        Fingerprint fingerprint = Fingerprint.ofText("semel");
        assertThat(Fingerprint.fromBytes(fingerprint.bytes()))
                .isEqualTo(fingerprint)
                .hasSameHashCodeAs(fingerprint);
        assertThatThrownBy(() -> Fingerprint.fromBytes(new byte[31])).hasMessageContaining("32 bytes, not 31");
    }

    @Test
    @DisplayName("distinguishes half surrogate pairs from each other and from a question mark")
    void halfSurrogates() {
        assertThat(Set.of(
                        Fingerprint.ofText("?"),
                        Fingerprint.ofText("\uD83D"),
                        Fingerprint.ofText("\uDE00"),
                        Fingerprint.ofText("\uDE00\uD83D"),
                        Fingerprint.ofText("\uD83D\uDE00")))
                .hasSize(5);
    }

    @Test
    @DisplayName("B5 of a stream is computed as it is read, and equals that of its bytes")
    void streams() throws IOException {
        byte[] content = new byte[100_000];
        Arrays.fill(content, (byte) 7);
        assertThat(Fingerprint.ofStream(new ByteArrayInputStream(content), content.length))
                .isEqualTo(Fingerprint.of(content));
    }

    @Test
    @DisplayName("B5 of a stream above the limit is refused, having read no more than a buffer beyond it")
    @SuppressWarnings("InputStreamSlowMultibyteRead")
    void streamAboveTheLimit() {
        var endless = new InputStream() {
            private long read;

            @Override
            public int read() {
                read++;
                return 1;
            }
        };
        assertThatThrownBy(() -> Fingerprint.ofStream(endless, 10_000))
                .isInstanceOfSatisfying(
                        ContentTooLargeException.class,
                        e -> assertThat(e.limit()).isEqualTo(10_000));
        assertThat(endless.read).isLessThan(20_000);
    }

    @Test
    @DisplayName("by value is the same for equal values and different for others")
    void byValue() {
        assertThat(of(new Payment("a", 1, List.of("x")))).isEqualTo(of(new Payment("a", 1, List.of("x"))));
        assertThat(of(new Payment("a", 1, List.of("x")))).isNotEqualTo(of(new Payment("a", 2, List.of("x"))));
        assertThat(of(1)).isEqualTo(of(1L)).isEqualTo(of(BigInteger.ONE)).isNotEqualTo(of("1"));
        assertThat(of(new BigDecimal("1.0")))
                .isEqualTo(of(new BigDecimal("1.00")))
                .isNotEqualTo(of(1.0));
        assertThat(of(List.of("a", "b"))).isNotEqualTo(of(List.of("b", "a")));
        assertThat(of(List.of("a"))).isNotEqualTo(of("a")).isNotEqualTo(of(Set.of("a")));
        assertThat(of(Optional.empty())).isEqualTo(of(null));
        assertThat(of(Instant.EPOCH)).isNotEqualTo(of(Instant.EPOCH.toString()));
        assertThat(of(new UUID(1, 2))).isEqualTo(of(new UUID(1, 2)));
        assertThat(of(new BigDecimal("1e1000000000"))).isNotNull();
    }

    @Test
    @DisplayName("B1 by value does not depend on the order of sets and maps, at any depth")
    void orderOfMaps() {
        Map<String, Object> one = new java.util.LinkedHashMap<>();
        one.put("a", Map.of("x", 1, "y", 2));
        one.put("b", Set.of(1, 2, 3));
        Map<String, Object> other = new TreeMap<>(java.util.Comparator.reverseOrder());
        other.put("b", new java.util.LinkedHashSet<>(List.of(3, 1, 2)));
        other.put("a", new TreeMap<>(Map.of("y", 2, "x", 1)));
        assertThat(of(one)).isEqualTo(of(other));
    }

    @Test
    @DisplayName("by value of an unsupported type is refused, with what to do")
    void unknownTypes() {
        assertThatThrownBy(() -> of(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object")
                .hasMessageContaining("set a fingerprinter");
        assertThatThrownBy(() -> of(new ArrayList<>(List.of("x", Thread.currentThread()))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("that is passed in as the request is used unchanged")
    void handedIn() {
        assertThat(of(Fingerprint.ofText("x"))).isEqualTo(Fingerprint.ofText("x"));
    }

    @Test
    @DisplayName("gives keys that depend on every part and its boundaries")
    void derivedKeys() {
        assertThat(Keys.derive("a", "bc")).hasSize(64).isNotEqualTo(Keys.derive("ab", "c"));
        assertThat(Keys.derive("order", 1)).isEqualTo(Keys.derive("order", 1L)).isNotEqualTo(Keys.derive("order", "1"));
        assertThatThrownBy(Keys::derive).hasMessageContaining("at least one part");
    }
}
