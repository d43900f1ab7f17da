package dev.semel.servers.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds the programs that the system's packages installed. */
public final class Programs {
    private static final Path POSTGRESQL = Path.of("/usr/lib/postgresql");

    /** Where servers are installed; not all of it is on an ordinary user's PATH. */
    private static final List<String> FOLDERS =
            List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/usr/libexec", "/sbin", "/bin");

    private Programs() {}

    /** A program by its name. */
    public static String find(String name) {
        return lookUp(name).orElseThrow(() -> missing(name));
    }

    /**
     * A program of Redis, or the same one of Valkey: if there is no Redis, or if the environment says {@code SEMEL_REDIS=valkey}.
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

    /** A program of the newest PostgreSQL; Debian keeps them out of the PATH, by version. */
    public static String findPostgres(String name) {
        if (!Files.isDirectory(POSTGRESQL)) {
            return find(name);
        }
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(POSTGRESQL, "[0-9]*")) {
            return StreamSupport.stream(versions.spliterator(), false)
                    .sorted(Comparator.comparingInt(Programs::version).reversed())
                    .map(version -> version.resolve("bin").resolve(name))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .map(Path::toString)
                    .orElseThrow(() -> missing(name));
        } catch (IOException e) {
            throw new IllegalStateException("could not read " + POSTGRESQL, e);
        }
    }

    static IllegalStateException missing(String name) {
        return new IllegalStateException(name + " is not installed; run proof/servers/install.sh, or as root:"
                + " apt-get install postgresql mariadb-server redis-server libaio1 libnuma1");
    }

    private static int version(Path folder) {
        String digits = folder.getFileName().toString().replaceAll("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }
}
