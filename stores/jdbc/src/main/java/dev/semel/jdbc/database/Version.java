package dev.semel.jdbc.database;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first three parts of a database's version. The rest does not affect its statements. */
final class Version {
    private static final Pattern NUMBER = Pattern.compile("(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?");

    private final int[] parts = new int[3];

    private Version(Matcher number) {
        for (int i = 0; i < parts.length; i++) {
            String part = number.group(i + 1);
            parts[i] = part == null ? 0 : Integer.parseInt(part);
        }
    }

    /** Parses the version that a database reports, such as {@code 10.11.6-MariaDB-0+deb12u1}. */
    static Version of(String text) {
        // MariaDB reports this prefix first, to clients that know MySQL only.
        Matcher number = NUMBER.matcher(text.startsWith("5.5.5-") ? text.substring(6) : text);
        if (!number.find()) {
            throw new IllegalArgumentException("the database's version is \"" + text + "\"; it must contain a number");
        }
        return new Version(number);
    }

    boolean isBefore(Version other) {
        return Arrays.compare(parts, other.parts) < 0;
    }
}
