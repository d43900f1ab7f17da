package dev.semel.policy;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.InvalidKeyException;
import dev.semel.InvalidSettingsException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A19 settings and keys")
class SettingsTest {
    private final Semel semel = Semel.on(MemoryStore.create());

    private OperationBuilder<String> builder() {
        return semel.operation("payments.create", Codec.text());
    }

    static Stream<Duration> impossible() {
        return Stream.of(
                Duration.ZERO,
                Duration.ofMillis(-1),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofNanos(1),
                Duration.ofDays(40_000));
    }

    @ParameterizedTest
    @MethodSource("impossible")
    @DisplayName("A19 an invalid retention is refused when the operation is built")
    void impossibleRetention(Duration retention) {
        assertThatThrownBy(() -> builder().retention(retention).build())
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("retention is " + retention);
    }

    @ParameterizedTest
    @MethodSource("impossible")
    @DisplayName("A19 an invalid lease or wait is refused when the operation is built")
    void impossibleLease(Duration lease) {
        assertThatThrownBy(() ->
                        builder().lease(lease).whileRunning(waitUpTo(lease)).build())
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        e -> assertThat(e.problems()).hasSize(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "-dash", "umläut", "a/b", "new\nline"})
    @DisplayName("A19 an invalid name is refused when the operation is built")
    void impossibleName(String name) {
        assertThatThrownBy(() -> semel.operation(name, Codec.text()).build())
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("payments.create");
    }

    @Test
    @DisplayName("A19 all problems are reported together")
    void allAtOnce() {
        assertThatThrownBy(() -> semel.operation("", (Codec<String>) null)
                        .retention(null)
                        .lease(Duration.ZERO)
                        .whileRunning(null)
                        .afterFailure(null)
                        .afterAbandonment(null)
                        .withoutKey(null)
                        .withoutStore(null)
                        .fingerprinter(null)
                        .build())
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        e -> assertThat(e.problems()).hasSize(10));
    }

    @Test
    @DisplayName("A19 a Semel without a store or with a negative near cache is refused")
    void semelItself() {
        assertThatThrownBy(() -> Semel.builder(null).nearCache(-1).build())
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        e -> assertThat(e.problems()).hasSize(2));
    }

    @Test
    @DisplayName("A19 the shortest and the longest durations are accepted")
    void extremes() {
        assertThatCode(() -> builder()
                        .retention(Retention.MAX)
                        .lease(OperationSettings.MAX_LEASE)
                        .build()
                        .once("k", null, () -> "x"))
                .doesNotThrowAnyException();
        assertThatCode(() -> builder()
                        .retention(OperationSettings.MIN_RETENTION)
                        .lease(OperationSettings.MIN_LEASE)
                        .build()
                        .once("k2", null, () -> "x"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb", "\u007f", "\u0085", "\uD83D"})
    @DisplayName("A19 a key or scope with invalid characters is refused, without repeating it")
    void impossibleCharacters(String text) {
        Operation<String> operation = builder().build();
        assertThatThrownBy(() -> operation.once(text, null, () -> "never")).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> operation.inScope(text)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    @DisplayName("A19 a key or scope that is too long is refused, counted in bytes")
    void tooLong() {
        Operation<String> operation = builder().build();
        assertThat(operation.once("k".repeat(255), null, () -> "x")).isEqualTo("x");
        assertThat(operation.once("é".repeat(127), null, () -> "x")).isEqualTo("x");
        for (String key : new String[] {"k".repeat(256), "é".repeat(128)}) {
            assertThatThrownBy(() -> operation.once(key, null, () -> "never"))
                    .isInstanceOf(InvalidKeyException.class)
                    .hasMessageContaining("Keys.derive")
                    .hasMessageNotContaining(key);
        }
        assertThatThrownBy(() -> operation.inScope("s".repeat(513))).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    @DisplayName("B3 a call without a key is refused, or runs unprotected if the policy allows it")
    void withoutKey() {
        Operation<String> refusing = builder().build();
        Operation<String> open = builder().withoutKey(Policies.runUnprotected()).build();
        for (String none : new String[] {null, ""}) {
            assertThatThrownBy(() -> refusing.once(none, null, () -> "never"))
                    .isInstanceOf(InvalidKeyException.class)
                    .hasMessageContaining("no key");
            assertThat(open.attempt(none, null, context -> "ran " + context.stillOwner()))
                    .isInstanceOf(Outcome.Unprotected.class);
            assertThat(open.attemptAsync(
                            none, null, context -> java.util.concurrent.CompletableFuture.completedFuture("x")))
                    .succeedsWithin(Duration.ofSeconds(5));
        }
    }

    @Test
    @DisplayName("a codec without a proper media type is refused when the operation is built")
    void mediaType() {
        Codec<String> nameless = new Codec<>() {
            @Override
            public String mediaType() {
                return "";
            }

            @Override
            public byte[] encode(String value) {
                return new byte[0];
            }

            @Override
            public String decode(byte[] bytes) {
                return "";
            }
        };
        assertThatThrownBy(() -> semel.operation("x", nameless).build()).hasMessageContaining("media type");
    }
}
