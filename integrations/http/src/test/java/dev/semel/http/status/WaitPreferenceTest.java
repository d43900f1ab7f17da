package dev.semel.http.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the preference to wait")
class WaitPreferenceTest {

    @ParameterizedTest(name = "is 10 seconds in <{0}>")
    @ValueSource(
            strings = {
                "wait=10",
                "WAIT = 10",
                "respond-async, wait=10",
                "wait=10; foo=bar, return=minimal",
                "wait=\"10\"",
                "wait=010",
                "wait=10, wait=20"
            })
    void read(String line) {
        assertThat(WaitPreference.of(List.of(line))).contains(Duration.ofSeconds(10));
        assertThat(WaitPreference.of(List.of("return=minimal", line))).contains(Duration.ofSeconds(10));
    }

    @ParameterizedTest(name = "is ignored in <{0}>")
    @ValueSource(
            strings = {"", "wait", "wait=", "wait=-1", "wait=1.5", "wait=9999999999", "wait=\"", "await=10", "x;wait=10"
            })
    void ignored(String line) {
        assertThat(WaitPreference.of(List.of(line))).isEmpty();
    }

    @Test
    @DisplayName("is absent without the header")
    void absent() {
        assertThat(WaitPreference.of(List.of())).isEmpty();
    }
}
