package dev.semel.input;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses and formats durations such as 100ms, 30s, 1h30m, 7d, and ISO-8601. A number without a unit counts
 * milliseconds, as in Spring Boot.
 */
public final class DurationText {
    private static final Map<String, Duration> UNITS = Map.of(
            "ns", Duration.ofNanos(1),
            "us", Duration.ofNanos(1000),
            "ms", Duration.ofMillis(1),
            "", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private static final Pattern ISO = Pattern.compile("[+-]?[pP].*");
    private static final Pattern SIMPLE = Pattern.compile("([+-]?)(\\d+|(?:\\d+(?:ns|us|ms|s|m|h|d)\\s?)+)");
    private static final Pattern PART = Pattern.compile("(\\d+)([a-z]*)");

    private DurationText() {}

    /** Returns the duration; {@code null} if the text is not a duration, or one that is too long for computations. */
    public static @Nullable Duration parse(String text) {
        try {
            return ISO.matcher(text).matches() ? Duration.parse(text) : parseSimple(text.toLowerCase(Locale.ROOT));
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Duration parseSimple(String text) {
        Matcher simple = SIMPLE.matcher(text);
        if (!simple.matches()) {
            return null;
        }
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(simple.group(2));
        while (part.find()) {
            Duration unit = Objects.requireNonNull(UNITS.get(part.group(2)));
            sum = sum.plus(unit.multipliedBy(Long.parseLong(part.group(1))));
        }
        return simple.group(1).equals("-") ? sum.negated() : sum;
    }

    /** Formats a duration with the largest unit in which it is a whole number. */
    public static String format(Duration duration) {
        if (duration.isNegative() || duration.toNanosPart() % 1_000_000 != 0) {
            return duration.toString();
        }
        if (duration.toNanosPart() != 0) {
            return duration.toSeconds() < Integer.MAX_VALUE ? duration.toMillis() + "ms" : duration.toString();
        }
        long seconds = duration.toSeconds();
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "s";
        } else if (seconds % 3600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 != 0 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }
}
