package dev.semel.servers;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * A server or tool that tests take from the machine. The environment variable {@code SEMEL_WITHOUT} lists, in lower case, what is not
 * there; {@code ./test} sets it. Tests that need something listed are skipped. Tests that need anything else fail if it is not there.
 */
public enum Installed {
    POSTGRESQL("PostgreSQL"),
    MARIADB("MariaDB"),
    MYSQL("MySQL"),
    REDIS("Redis"),
    CHROMIUM("Chromium"),
    NODE("Node"),
    PROMTOOL("promtool"),
    STRACE("strace");

    private static final List<String> WITHOUT = List.of(
            Optional.ofNullable(System.getenv("SEMEL_WITHOUT")).orElse("").split("\\s+", -1));

    private final String title;

    Installed(String title) {
        this.title = title;
    }

    /**
     * Skips the test that calls this if this machine lacks it. {@code ./test} counts skipped tests by this message.
     *
     * @throws TestAbortedException if it is listed as missing
     */
    public void orSkip() {
        if (WITHOUT.contains(name().toLowerCase(Locale.ROOT))) {
            throw new TestAbortedException(title + " is not installed");
        }
    }
}
