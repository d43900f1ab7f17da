package dev.semel.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InvalidSettingsException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a retention that covers a caller's retries")
class RetentionTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    @DisplayName("is the sum of all time-outs and waits, and a tenth more")
    void addsUp() {
        RetryPolicy retries = RetryPolicy.fixed(11, Duration.ofMinutes(1), Duration.ofMinutes(1));
        assertThat(Retention.covering(retries)).isEqualTo(Duration.ofSeconds(21 * 66));
    }

    @Test
    @DisplayName("is at least a minute more")
    void leastMargin() {
        assertThat(Retention.covering(RetryPolicy.fixed(1, SECOND, SECOND))).isEqualTo(Duration.ofSeconds(61));
    }

    @Test
    @DisplayName("doubles waits up to the cap, and counts the jitter")
    void exponential() {
        RetryPolicy retries = RetryPolicy.exponential(6, Duration.ZERO, SECOND, Duration.ofSeconds(5));
        // 1 + 2 + 4 + 5 + 5 seconds of waiting between six attempts
        assertThat(Retention.covering(retries)).isEqualTo(Duration.ofSeconds(17 + 60));
        assertThat(Retention.covering(retries.withJitter(1))).isEqualTo(Duration.ofSeconds(34 + 60));
    }

    @Test
    @DisplayName("is computed immediately for millions of attempts")
    void manyAttempts() {
        RetryPolicy endless =
                RetryPolicy.exponential(Integer.MAX_VALUE, Duration.ZERO, Duration.ofNanos(1), Duration.ofMillis(1));
        assertThat(Retention.covering(endless)).isBetween(Duration.ofDays(27), Duration.ofDays(28));
    }

    @Test
    @DisplayName("is computed immediately for waits that hardly grow")
    void hardlyGrowing() {
        for (double multiplier : new double[] {Math.nextUp(1.0), 1 + 1e-12, 1 + 1e-9, 1 + 1e-6}) {
            RetryPolicy slow = new RetryPolicy(
                    Integer.MAX_VALUE, Duration.ZERO, Duration.ofNanos(1_000), multiplier, Duration.ofMillis(1), 0);
            assertThat(Retention.covering(slow)).isBetween(Duration.ofSeconds(2_147 + 214), Duration.ofDays(28));
        }
    }

    @Test
    @DisplayName("is the sum of all time-outs, for any number of attempts without waits")
    void noWaits() {
        RetryPolicy retries = RetryPolicy.exponential(100_000, SECOND, Duration.ZERO, SECOND);
        assertThat(Retention.covering(retries)).isEqualTo(Duration.ofSeconds(110_000));
    }

    @Test
    @DisplayName("equals the sum of the waits added one by one")
    void asOneByOne() {
        Random random = new Random(20_261);
        for (int i = 0; i < 20_000; i++) {
            RetryPolicy retries = new RetryPolicy(
                    1 + random.nextInt(60),
                    Duration.ofMillis(random.nextInt(10_000)),
                    Duration.ofMillis(random.nextInt(500)),
                    random.nextInt(4) == 0 ? 1 : 1 + random.nextDouble() * (random.nextBoolean() ? 3 : 0.01),
                    Duration.ofMillis(random.nextInt(20_000)),
                    random.nextInt(3) == 0 ? 0 : random.nextDouble());
            assertThat(Retention.covering(retries))
                    .as("round %d: %s", i, retries)
                    .isCloseTo(oneByOne(retries), Duration.ofMillis(1));
        }
    }

    private static Duration oneByOne(RetryPolicy retries) {
        double total = 0;
        double wait = (double) retries.backoff().toMillis();
        for (int i = 0; i < retries.attempts(); i++) {
            total += (double) retries.timeout().toMillis();
            if (i > 0) {
                total += Math.min(wait, (double) retries.cap().toMillis()) * (1 + retries.jitter());
                wait *= retries.multiplier();
            }
        }
        return Duration.ofMillis((long) Math.ceil(total + Math.max(total / 10, 60_000)));
    }

    @Test
    @DisplayName("that would be too long is refused, with what to do")
    void tooLong() {
        RetryPolicy retries = new RetryPolicy(1_000, SECOND, SECOND, 10, Duration.ofDays(36_000), 0);
        assertThatThrownBy(() -> Retention.covering(retries)).hasMessageContaining("give them a cap");
    }

    @Test
    @DisplayName("A19 is not computed from an invalid policy; all problems are reported")
    void invalidPolicy() {
        assertThatThrownBy(() -> new RetryPolicy(0, SECOND.negated(), null, 0.5, SECOND, Double.NaN))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        e -> assertThat(e.problems()).hasSize(5));
    }
}
