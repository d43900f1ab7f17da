package dev.semel.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The project's own files. */
final class Project {
    static final Path ROOT =
            Path.of(System.getProperty("semel.root", "../..")).toAbsolutePath().normalize();

    private Project() {}

    /** All files with this ending, without what was built. */
    static List<Path> files(String ending) {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(path -> path.toString().endsWith(ending))
                    .filter(path -> {
                        String inside = ROOT.relativize(path).toString();
                        return !inside.contains("target/")
                                && !inside.contains("node_modules/")
                                && !inside.startsWith(".git/");
                    })
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sources, scripts and resources of some modules, tests included. */
    static List<Path> sources(List<String> modules) {
        return Stream.of(".java", ".lua", ".sql")
                .flatMap(ending -> files(ending).stream())
                .filter(path -> modules.stream()
                        .anyMatch(module -> path.startsWith(ROOT.resolve(module).resolve("src"))))
                .toList();
    }

    static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
