package dev.semel.http.status;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The preference {@code wait} in the header {@code Prefer} (RFC 7240): how many seconds a caller is willing to wait for an answer. */
public final class WaitPreference {
    private static final int MOST_DIGITS = 9;

    private WaitPreference() {}

    /** Returns the time in the lines of the header. Empty if there is none or it is malformed, since a server ignores such preferences. */
    public static Optional<Duration> of(List<String> lines) {
        for (String line : lines) {
            for (String preference : line.split(",", -1)) {
                String[] parts = preference.split(";", 2)[0].split("=", 2);
                if (parts[0].strip().toLowerCase(Locale.ROOT).equals("wait")) {
                    return seconds(parts.length < 2 ? "" : parts[1].strip()); // only the first one counts
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Duration> seconds(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        String digits = quoted ? value.substring(1, value.length() - 1) : value;
        boolean fits = !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(each -> each >= '0' && each <= '9');
        return fits ? Optional.of(Duration.ofSeconds(Long.parseLong(digits))) : Optional.empty();
    }
}
