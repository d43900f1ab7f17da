package dev.semel.torture.crew;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JDK that workers run on: that of the command, unless another is named. */
public final class WorkersJava {
    /** The system property, and the environment variable, that name its home. */
    static final String PROPERTY = "semel.torture.java";

    public static final String VARIABLE = "SEMEL_TORTURE_JAVA";

    private static final int WITH_VIRTUAL_THREADS = 21;
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    private WorkersJava() {}

    /**
     * Uses another JDK.
     *
     * @throws IllegalArgumentException if there is none in that folder
     */
    public static void use(String home) {
        if (!Files.isExecutable(Path.of(home, "bin", "java"))) {
            throw new IllegalArgumentException("no bin/java in " + home + "; give the home of a JDK.");
        }
        System.setProperty(PROPERTY, home);
    }

    static Path home() {
        return Path.of(System.getProperty(PROPERTY, System.getProperty("java.home")));
    }

    /** Returns the feature version, such as 25, or 0 if it is unknown. */
    public static int version() {
        try {
            Matcher found = VERSION.matcher(Files.readString(home().resolve("release")));
            return found.find() ? Integer.parseInt(found.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    public static boolean hasVirtualThreads() {
        return version() >= WITH_VIRTUAL_THREADS;
    }
}
