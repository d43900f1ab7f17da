package dev.semel.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the pauses between tries")
class BackoffTest {
    @Test
    @DisplayName("grow by half, up to the longest")
    void grow() {
        Backoff backoff = new Backoff(Duration.ofMillis(4), Duration.ofMillis(10));

        List<Duration> pauses = Stream.generate(backoff::next).limit(5).toList();

        assertThat(pauses)
                .containsExactly(
                        Duration.ofMillis(4),
                        Duration.ofMillis(6),
                        Duration.ofMillis(9),
                        Duration.ofMillis(10),
                        Duration.ofMillis(10));
    }

    @Test
    @DisplayName("also grow when the thread blocks for them")
    void block() {
        Backoff backoff = new Backoff(Duration.ofMillis(2), Duration.ofSeconds(1));

        backoff.pause();

        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(3));
    }

    @Test
    @DisplayName("may be zero")
    void none() {
        Backoff backoff = new Backoff(Duration.ZERO, Duration.ZERO);

        backoff.pause();

        assertThat(backoff.next()).isZero();
    }
}
