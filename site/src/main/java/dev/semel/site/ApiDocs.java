package dev.semel.site;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The Javadoc of all published modules together, as one tree. It shows the packages that applications import. The modules are read as one class
 * path, since only some of them have a {@code module-info.java}.
 */
final class ApiDocs {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([\\w-]+)</artifactId>");
    private static final Pattern IMPORT = Pattern.compile("@import url\\('([^']+)'\\);\\n");
    private static final Pattern EXPORTED = Pattern.compile("(?m)^ *exports ([\\w.]+);");
    private static final Pattern PUBLIC = Pattern.compile("(?m)^public ");

    private final List<Module> modules;

    /** A published module: its name in the overview, its sources, and the packages that applications import. */
    private record Module(String name, Path sources, List<String> packages) {}

    private ApiDocs(List<Module> modules) {
        this.modules = modules;
    }

    static ApiDocs of(Path root) throws IOException {
        String bom = Files.readString(root.resolve("bom/pom.xml"));
        List<Module> modules = new ArrayList<>();
        try (Stream<Path> poms = Files.walk(root, 3)) {
            for (Path pom :
                    poms.filter(path -> path.endsWith("pom.xml")).sorted().toList()) {
                Path sources = pom.resolveSibling("src/main/java");
                String text = Files.readString(pom).replaceFirst("(?s)<parent>.*?</parent>", "");
                Matcher artifact = ARTIFACT.matcher(text);
                if (Files.isDirectory(sources)
                        && artifact.find()
                        && bom.contains("<artifactId>" + artifact.group(1) + "</artifactId>")) {
                    modules.add(new Module(artifact.group(1), sources, packages(sources)));
                }
            }
        }
        return new ApiDocs(modules);
    }

    /** Returns what a module exports: if it has no descriptor, its root package and its counts. */
    private static List<String> packages(Path sources) throws IOException {
        Path info = sources.resolve("module-info.java");
        if (Files.exists(info)) {
            return EXPORTED.matcher(Files.readString(info))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }
        List<String> all;
        try (Stream<Path> files = Files.walk(sources)) {
            all = files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                    .sorted()
                    .toList();
        }
        String door = all.get(0);
        return all.stream()
                .filter(name -> name.equals(door) || name.equals(door + ".counter"))
                .toList();
    }

    /** Lists the packages that are shown. */
    List<String> packages() {
        return modules.stream().flatMap(module -> module.packages().stream()).toList();
    }

    /**
     * Writes the pages to a folder.
     *
     * @throws IOException if Javadoc has an error or a warning; the message has all of them
     */
    void write(Path folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-Werror",
                "-Xdoclint:none",
                "-notimestamp",
                "-encoding",
                "UTF-8",
                "-d",
                folder.toString(),
                "-classpath",
                System.getProperty("java.class.path"),
                "-sourcepath",
                Files.createDirectories(folder).toString(),
                "-windowtitle",
                "Semel API",
                "-doctitle",
                "Semel API",
                "-header",
                "<a href=\"{@docRoot}/../index.html\">Documentation</a>"));
        for (Module module : modules) {
            if (!module.packages().isEmpty()) {
                arguments.addAll(List.of("-group", module.name(), String.join(":", module.packages())));
            }
        }
        modules.stream().flatMap(ApiDocs::files).forEach(file -> arguments.add(file.toString()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemDocumentationTool().run(null, said, said, arguments.toArray(new String[0]));
        if (code != 0) {
            throw new IOException("Javadoc of all modules:\n" + said.toString(StandardCharsets.UTF_8));
        }
        dropMissingImports(folder);
    }

    /** The fonts that Javadoc's style sheet imports are missing from some packages of the JDK. Each page would ask for them. */
    private static void dropMissingImports(Path folder) throws IOException {
        List<Path> sheets;
        try (Stream<Path> files = Files.walk(folder)) {
            sheets = files.filter(file -> file.endsWith("stylesheet.css")).toList();
        }
        for (Path sheet : sheets) {
            Files.writeString(
                    sheet,
                    IMPORT.matcher(Files.readString(sheet))
                            .replaceAll(
                                    found -> Files.exists(sheet.resolveSibling(found.group(1))) ? found.group() : ""));
        }
    }

    /** The public types of the packages that are shown, with what is said about each package. */
    private static Stream<Path> files(Module module) {
        return module.packages().stream().flatMap(name -> {
            try (Stream<Path> files = Files.list(module.sources().resolve(name.replace('.', '/')))) {
                return files
                        .filter(file -> file.endsWith("package-info.java") || isPublic(file))
                        .sorted()
                        .toList()
                        .stream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static boolean isPublic(Path file) {
        try {
            return file.toString().endsWith(".java")
                    && PUBLIC.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
