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
 * The stretches of time in which is counted. Calendar windows follow the calendar of a zone, daylight saving included: a day may have 23 or
 * 25 hours. Immutable.
 */
public abstract sealed class Window permits Window.Dates, Window.Clock, Window.Every, Window.Session {
    private Window() {}

    /** Such as {@code 2026-11}. */
    public static Window month(ZoneId zone) {
        return new Dates(zone, named("uuuu-MM"), day -> day.withDayOfMonth(1), day -> day.plusMonths(1));
    }

    /** From Monday to Sunday, as ISO 8601 numbers them, such as {@code 2026-W47}. */
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

    /** Such as {@code 2026-11-16}. */
    public static Window day(ZoneId zone) {
        return new Dates(zone, named("uuuu-MM-dd"), day -> day, day -> day.plusDays(1));
    }

    /** Such as {@code 2026-11-16T09+01:00}: the offset tells the two hours of one name apart when the clocks are put back. */
    public static Window hour(ZoneId zone) {
        return new Clock(zone, ChronoUnit.HOURS, "uuuu-MM-dd'T'HHxxx");
    }

    /** Such as {@code 2026-11-16T09:05+01:00}. */
    public static Window minute(ZoneId zone) {
        return new Clock(zone, ChronoUnit.MINUTES, "uuuu-MM-dd'T'HH:mmxxx");
    }

    /**
     * As long as you say, one after the other since 1970 in UTC; named after its start.
     *
     * @param length at least a millisecond and at most 10,000 days
     */
    public static Window every(Duration length) {
        return new Every(checked("the length of a window", length));
    }

    /**
     * From the first hit until there was none for some time; each hit renews it. Named after its start.
     *
     * @param idle after so long without a hit it is over
     * @param longest it lasts at most so long, whatever comes
     */
    public static Window session(Duration idle, Duration longest) {
        checked("the idle time of a session", idle);
        checked("the longest time of a session", longest);
        if (longest.compareTo(idle) < 0) {
            throw new IllegalArgumentException(
                    "a session of at most " + longest + " can't be idle for " + idle + "; make the first one longer");
        }
        return new Session(idle, longest);
    }

    private static DateTimeFormatter named(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }

    private static Duration checked(String what, Duration length) {
        if (length.compareTo(Duration.ofMillis(1)) < 0 || length.compareTo(Duration.ofDays(10_000)) > 0) {
            throw new IllegalArgumentException(
                    what + " is " + length + "; it must be at least a millisecond and at most 10,000 days");
        }
        return length.truncatedTo(ChronoUnit.MILLIS);
    }

    /** How long the window is that an instant belongs to; empty for sessions, whose length only time tells. */
    public Optional<Duration> lengthAt(Instant instant) {
        return at(instant) instanceof Span.Fixed fixed
                ? Optional.of(Duration.between(fixed.start(), fixed.end()))
                : Optional.empty();
    }

    /** The window at an instant. */
    abstract Span at(Instant instant);

    /** How the window that starts there is called. */
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

        /** Where the clocks are put back over midnight a date comes twice: what counts is which window has begun last. */
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

    /** Windows of an hour or a minute. They end when the clocks are changed, even if that is not at a full hour. */
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
