package dev.semel.counter;

import dev.semel.counter.store.Span;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A kind of window after which a count resets. Calendar windows follow a time zone, including daylight saving: a day may have 23 or 25 hours.
 * Immutable.
 */
public abstract sealed class Window permits Window.Dates, Window.Clock, Window.Every, Window.Session {
    private Window() {}

    /** Returns calendar months, named like {@code 2026-11}. */
    public static Window month(ZoneId zone) {
        return new Dates(zone, named("uuuu-MM"), day -> day.withDayOfMonth(1), day -> day.plusMonths(1));
    }

    /** Returns ISO 8601 weeks from Monday to Sunday, named like {@code 2026-W47}. */
    public static Window week(ZoneId zone) {
        return new Dates(
                zone,
                new DateTimeFormatterBuilder()
                        .appendValue(IsoFields.WEEK_BASED_YEAR, 4)
                        .appendLiteral("-W")
                        .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
                        .toFormatter(Locale.ROOT),
                day -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)),
                day -> day.plusWeeks(1));
    }

    /** Returns calendar days, named like {@code 2026-11-16}. */
    public static Window day(ZoneId zone) {
        return new Dates(zone, named("uuuu-MM-dd"), day -> day, day -> day.plusDays(1));
    }

    /** Returns hours, named like {@code 2026-11-16T09+01:00}. The offset distinguishes the hour that repeats when daylight saving ends. */
    public static Window hour(ZoneId zone) {
        return new Clock(zone, ChronoUnit.HOURS, "uuuu-MM-dd'T'HHxxx");
    }

    /** Returns minutes, named like {@code 2026-11-16T09:05+01:00}. */
    public static Window minute(ZoneId zone) {
        return new Clock(zone, ChronoUnit.MINUTES, "uuuu-MM-dd'T'HH:mmxxx");
    }

    /**
     * Returns consecutive windows of a fixed length since 1970 in UTC, named after their start.
     *
     * @param length at least 1 ms and at most 10,000 days
     */
    public static Window every(Duration length) {
        return new Every(checked("the length of a window", length));
    }

    /**
     * Returns sessions, which start with a hit and end after an idle time; each hit renews the session. Named after their start.
     *
     * @param idle the time without a hit after which a session ends
     * @param longest the maximum length of a session
     * @throws IllegalArgumentException if {@code longest} is less than {@code idle}, or one is not between 1 ms and 10,000 days
     */
    public static Window session(Duration idle, Duration longest) {
        checked("the idle time of a session", idle);
        checked("the longest time of a session", longest);
        if (longest.compareTo(idle) < 0) {
            throw new IllegalArgumentException(
                    "the longest time of a session is " + longest + "; must be at least its idle time of " + idle);
        }
        return new Session(idle, longest);
    }

    private static DateTimeFormatter named(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }

    private static Duration checked(String what, Duration length) {
        if (length.compareTo(Duration.ofMillis(1)) < 0 || length.compareTo(Duration.ofDays(10_000)) > 0) {
            throw new IllegalArgumentException(
                    what + " is " + length + "; must be at least 1 ms and at most 10,000 days");
        }
        return length.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns the length of the window at an instant; empty for sessions, whose length is not known in advance. */
    public Optional<Duration> lengthAt(Instant instant) {
        return at(instant) instanceof Span.Fixed fixed
                ? Optional.of(Duration.between(fixed.start(), fixed.end()))
                : Optional.empty();
    }

    /** Returns the window at an instant. */
    abstract Span at(Instant instant);

    /** Returns the name of the window with this start. */
    abstract String nameOf(Instant start);

    /** Windows of whole days. */
    static final class Dates extends Window {
        private final ZoneId zone;
        private final DateTimeFormatter name;
        private final UnaryOperator<LocalDate> first;
        private final UnaryOperator<LocalDate> next;

        private Dates(
                ZoneId zone, DateTimeFormatter name, UnaryOperator<LocalDate> first, UnaryOperator<LocalDate> next) {
            this.zone = Objects.requireNonNull(zone, "zone");
            this.name = name.withZone(zone);
            this.first = first;
            this.next = next;
        }

        /** Returns the window that started last: a date occurs twice where clocks are set back across midnight. */
        @Override
        Span at(Instant instant) {
            LocalDate day = first.apply(LocalDate.ofInstant(instant, zone));
            while (!instant.isBefore(startOf(next.apply(day)))) {
                day = next.apply(day);
            }
            return new Span.Fixed(startOf(day), startOf(next.apply(day)));
        }

        private Instant startOf(LocalDate day) {
            return day.atStartOfDay(zone).toInstant();
        }

        @Override
        String nameOf(Instant start) {
            return name.format(start);
        }
    }

    /** Windows of an hour or a minute. They end at each change of the zone's offset, even if that is not at a full hour. */
    static final class Clock extends Window {
        private final ZoneId zone;
        private final ChronoUnit unit;
        private final DateTimeFormatter name;

        private Clock(ZoneId zone, ChronoUnit unit, String name) {
            this.zone = Objects.requireNonNull(zone, "zone");
            this.unit = unit;
            this.name = named(name).withZone(zone);
        }

        @Override
        Span at(Instant instant) {
            ZoneOffset offset = zone.getRules().getOffset(instant);
            Instant start = instant.atOffset(offset).truncatedTo(unit).toInstant();
            Instant end = start.plus(1, unit);
            var last = zone.getRules().previousTransition(instant.plusNanos(1));
            var next = zone.getRules().nextTransition(instant);
            return new Span.Fixed(
                    last != null && last.getInstant().isAfter(start) ? last.getInstant() : start,
                    next != null && next.getInstant().isBefore(end) ? next.getInstant() : end);
        }

        @Override
        String nameOf(Instant start) {
            return name.format(start);
        }
    }

    /** Windows of one length. */
    static final class Every extends Window {
        private final Duration length;

        private Every(Duration length) {
            this.length = length;
        }

        @Override
        Span at(Instant instant) {
            long millis = length.toMillis();
            Instant start = Instant.ofEpochMilli(Math.floorDiv(instant.toEpochMilli(), millis) * millis);
            return new Span.Fixed(start, start.plus(length));
        }

        @Override
        String nameOf(Instant start) {
            return start.toString();
        }
    }

    /** Windows that hits renew. */
    static final class Session extends Window {
        private final Duration idle;
        private final Duration longest;

        private Session(Duration idle, Duration longest) {
            this.idle = idle;
            this.longest = longest;
        }

        @Override
        Span at(Instant instant) {
            return new Span.Session(instant.truncatedTo(ChronoUnit.MILLIS), idle, longest);
        }

        @Override
        String nameOf(Instant start) {
            return start.toString();
        }
    }
}
