package dev.semel.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.counter.store.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("windows")
class WindowTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static Span.Fixed at(Window window, String instant) {
        return (Span.Fixed) window.at(Instant.parse(instant));
    }

    private static String name(Window window, String instant) {
        return window.nameOf(at(window, instant).start());
    }

    @Test
    @DisplayName("E5 follow the declared zone, and carry their year")
    void names() {
        assertThat(name(Window.month(BERLIN), "2026-12-31T22:59:59Z")).isEqualTo("2026-12");
        assertThat(name(Window.month(BERLIN), "2026-12-31T23:00:00Z")).isEqualTo("2027-01");
        assertThat(name(Window.day(BERLIN), "2026-11-15T23:30:00Z")).isEqualTo("2026-11-16");
        assertThat(name(Window.hour(BERLIN), "2026-11-16T08:05:09Z")).isEqualTo("2026-11-16T09+01:00");
        assertThat(name(Window.minute(BERLIN), "2026-11-16T08:05:09Z")).isEqualTo("2026-11-16T09:05+01:00");
        assertThat(name(Window.every(Duration.ofMinutes(15)), "2026-11-16T08:05:09Z"))
                .isEqualTo("2026-11-16T08:00:00Z");
    }

    @Test
    @DisplayName("E5 weeks follow ISO 8601, even at the turn of the year")
    void weeks() {
        Window week = Window.week(ZoneOffset.UTC);
        assertThat(name(week, "2026-11-16T00:00:00Z")).isEqualTo("2026-W47");
        assertThat(name(week, "2026-12-31T00:00:00Z")).isEqualTo("2026-W53");
        assertThat(name(week, "2027-01-03T23:59:59Z")).isEqualTo("2026-W53");
        assertThat(name(week, "2027-01-04T00:00:00Z")).isEqualTo("2027-W01");
        assertThat(name(week, "2024-12-30T00:00:00Z")).isEqualTo("2025-W01");
    }

    @Test
    @DisplayName("E5 a day has 23 hours in spring and 25 in autumn")
    void daylightSaving() {
        Span.Fixed spring = at(Window.day(BERLIN), "2026-03-29T12:00:00Z");
        assertThat(Duration.between(spring.start(), spring.end())).isEqualTo(Duration.ofHours(23));
        Span.Fixed autumn = at(Window.day(BERLIN), "2026-10-25T12:00:00Z");
        assertThat(Duration.between(autumn.start(), autumn.end())).isEqualTo(Duration.ofHours(25));
    }

    @Test
    @DisplayName("E5 an hour that repeats is two windows with two names")
    void twice() {
        Window hour = Window.hour(BERLIN);
        assertThat(name(hour, "2026-10-25T00:30:00Z")).isEqualTo("2026-10-25T02+02:00");
        assertThat(name(hour, "2026-10-25T01:30:00Z")).isEqualTo("2026-10-25T02+01:00");
    }

    @Test
    @DisplayName("a session starts with its hit")
    void session() {
        Window session = Window.session(Duration.ofMinutes(30), Duration.ofHours(8));
        Instant now = Instant.parse("2026-11-16T08:05:09.123456Z");
        assertThat(session.at(now))
                .isEqualTo(new Span.Session(
                        Instant.parse("2026-11-16T08:05:09.123Z"), Duration.ofMinutes(30), Duration.ofHours(8)));
    }

    @ParameterizedTest(name = "{0} from {1}")
    @DisplayName("E5 follow each other without gaps across changes of the offset")
    @CsvSource({
        "Europe/Berlin, 2026-03-28T00:00",
        "Europe/Berlin, 2026-10-24T00:00",
        "America/St_Johns, 2006-10-28T00:00",
        "America/Havana, 2025-11-01T00:00",
        "Australia/Lord_Howe, 2026-04-04T00:00",
        "Australia/Lord_Howe, 2026-10-03T00:00",
        "Pacific/Apia, 2011-12-28T00:00",
        "Asia/Kathmandu, 1985-12-31T00:00",
        "Africa/Casablanca, 2026-02-14T00:00",
    })
    void gapless(ZoneId zone, LocalDateTime from) {
        for (Window window : List.of(
                Window.month(zone), Window.week(zone), Window.day(zone), Window.hour(zone), Window.minute(zone))) {
            Instant until = from.plusDays(4).atZone(zone).toInstant();
            Set<String> names = new HashSet<>();
            Instant now = from.atZone(zone).toInstant();
            Span.Fixed last = (Span.Fixed) window.at(now);
            names.add(window.nameOf(last.start()));
            for (; now.isBefore(until); now = now.plusSeconds(59)) {
                Span.Fixed span = (Span.Fixed) window.at(now);
                assertThat(span.start()).isBeforeOrEqualTo(now);
                assertThat(span.end()).isAfter(now);
                if (!span.equals(last)) {
                    assertThat(span.start()).isEqualTo(last.end());
                    assertThat(names.add(window.nameOf(span.start()))).isTrue();
                    last = span;
                }
            }
        }
    }

    @Test
    @DisplayName("invalid lengths are rejected")
    void lengths() {
        assertThatThrownBy(() -> Window.every(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> Window.every(Duration.ofDays(20_000))).hasMessageContaining("10,000 days");
        assertThatThrownBy(() -> Window.session(Duration.ofHours(2), Duration.ofHours(1)))
                .hasMessageContaining("PT2H");
    }

    @Test
    @DisplayName("E5 have a known length, except sessions")
    void knownLengths() {
        Instant march = Instant.parse("2026-03-29T05:00:00Z");
        assertThat(Window.month(ZoneOffset.UTC).lengthAt(march)).contains(Duration.ofDays(31));
        assertThat(Window.day(BERLIN).lengthAt(march)).contains(Duration.ofHours(23));
        assertThat(Window.every(Duration.ofSeconds(10)).lengthAt(march)).contains(Duration.ofSeconds(10));
        assertThat(Window.session(Duration.ofMinutes(1), Duration.ofHours(1)).lengthAt(march))
                .isEmpty();
    }
}
