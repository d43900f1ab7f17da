package dev.semel.servers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds the programs that packages of the system or Homebrew installed, and those on the PATH. */
public final class Programs {
    /** Where Debian and Homebrew keep the versions of PostgreSQL, out of the PATH. */
    private static final List<Path> POSTGRESQL =
            List.of(Path.of("/usr/lib/postgresql"), Path.of("/opt/homebrew/opt"), Path.of("/usr/local/opt"));

    private static final String VERSIONS = "{postgresql@,}[0-9]*";

    /** Where servers are installed; not all of it is on an ordinary user's PATH. */
    private static final List<String> FOLDERS = List.of(
            "/usr/sbin",
            "/usr/bin",
            "/usr/local/sbin",
            "/usr/local/bin",
            "/usr/libexec",
            "/sbin",
            "/bin",
            "/opt/homebrew/sbin",
            "/opt/homebrew/bin");

    private Programs() {}

    /**
     * Returns a program by its name.
     *
     * @throws IllegalStateException if it is not installed
     */
    public static String find(String name) {
        return lookUp(name).orElseThrow(() -> missing(name));
    }

    /**
     * Returns a program of Redis, or the same one of Valkey: if there is no Redis, or if the environment says {@code SEMEL_REDIS=valkey}.
     *
     * @param part such as {@code server}
     */
    public static String findRedis(String part) {
        if ("valkey".equals(System.getenv("SEMEL_REDIS"))) {
            return find("valkey-" + part);
        }
        return lookUp("redis-" + part).or(() -> lookUp("valkey-" + part)).orElseThrow(() -> missing("redis-" + part));
    }

    private static Optional<String> lookUp(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(FOLDERS.stream(), Stream.of(path.split(":", -1)))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString);
    }

    /** Returns a program of the newest PostgreSQL. */
    public static String findPostgres(String name) {
        return POSTGRESQL.stream()
                .flatMap(Programs::versions)
                .sorted(Comparator.comparingInt(Programs::version).reversed())
                .map(version -> version.resolve("bin").resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElseGet(() -> find(name));
    }

    private static Stream<Path> versions(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(folder, VERSIONS)) {
            return StreamSupport.stream(versions.spliterator(), false).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + folder, e);
        }
    }

    private static IllegalStateException missing(String name) {
        return new IllegalStateException(name + " is not installed; run proof/servers/install.sh");
    }

    private static int version(Path folder) {
        String digits = folder.getFileName().toString().replaceAll("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }
}
