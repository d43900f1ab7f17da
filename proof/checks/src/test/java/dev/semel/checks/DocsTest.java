package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every Java snippet in README and docs compiles and runs, with the imports that its own page names. A whole program also
 * prints what its comments say.
 */
@DisplayName("the docs")
class DocsTest {
    private static final Pattern SNIPPET = Pattern.compile("(?s)```java\\n(.*?)```");
    private static final Pattern PROGRAM = Pattern.compile("public class (\\w+)");
    private static final Pattern FENCE = Pattern.compile("(?ms)^ *```(\\w*)\\n(.*?)^ *```");
    private static final Pattern JAVA = Pattern.compile(
            "(?m)^ *(@[A-Z]\\w+|import [\\w.]+;|(public |private )?(class|record|interface) [A-Z]\\w*\\b)");

    /** Applications of Spring Boot are run by {@link QuickStartTest}, which builds them. */
    private static final String OF_SPRING_BOOT = "@SpringBootApplication";

    private static final Pattern IMPORT = Pattern.compile("(?m)^ *import (?:static )?[\\w.]+\\.(\\w+);\\n");
    private static final Pattern PRINTED = Pattern.compile("(?m)println\\(.*// (.*)$");

    @TempDir
    private Path folder;

    private static List<Path> docs() {
        return Project.files(".md");
    }

    @TestFactory
    @DisplayName("have snippets that compile and run with the imports of their page, each after those before it")
    Stream<DynamicTest> snippets() {
        return docs().stream()
                .filter(doc -> SNIPPET.matcher(Project.text(doc)).find())
                .map(doc -> DynamicTest.dynamicTest(Project.ROOT.relativize(doc).toString(), () -> check(doc)));
    }

    @Test
    @DisplayName("mark all Java as such, so that it is compiled and its imports are named")
    void marked() {
        assertThat(docs().stream()
                        .filter(doc -> FENCE.matcher(Project.text(doc))
                                .results()
                                .anyMatch(fence -> fence.group(1).isEmpty()
                                        && JAVA.matcher(fence.group(2)).find())))
                .as("pages with Java in a block without a language; write ```java")
                .isEmpty();
    }

    private void check(Path doc) throws Exception {
        StringBuilder imports = new StringBuilder();
        StringBuilder fragments = new StringBuilder();
        for (MatchResult found : SNIPPET.matcher(Project.text(doc)).results().toList()) {
            String snippet = found.group(1);
            boolean isProgram = PROGRAM.matcher(snippet).find();
            if (isProgram && !snippet.contains(OF_SPRING_BOOT)) {
                checkProgram(snippet);
            } else if (!isProgram) {
                IMPORT.matcher(snippet).results().forEach(each -> imports.append(each.group()));
                fragments.append(IMPORT.matcher(snippet).replaceAll(""));
            }
        }
        checkImportsAreUsed(doc, imports, fragments);
        String around = Project.text(Project.ROOT.resolve("proof/checks/src/test/resources/Snippets.java.txt"));
        compile("Snippets", around.replace("/*IMPORTS*/", imports).replace("/*SNIPPETS*/", fragments));
        run("Snippets");
    }

    private static void checkImportsAreUsed(Path doc, CharSequence imports, CharSequence fragments) {
        assertThat(IMPORT.matcher(imports)
                        .results()
                        .filter(each -> !Pattern.compile("\\b" + each.group(1) + "\\b")
                                .matcher(fragments)
                                .find())
                        .map(MatchResult::group))
                .as("imports in %s that no snippet needs", doc)
                .isEmpty();
    }

    private void checkProgram(String program) throws Exception {
        String name =
                PROGRAM.matcher(program).results().findFirst().orElseThrow().group(1);
        compile(name, program);
        assertThat(run(name).lines().toList())
                .isEqualTo(PRINTED.matcher(program)
                        .results()
                        .map(match -> match.group(1))
                        .toList());
    }

    private void compile(String name, String source) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        var compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        boolean compiled = compiler.getTask(
                        said,
                        null,
                        null,
                        List.of("-d", folder.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(file))
                .call();
        assertThat(compiled).as("%s%n%s", said, source).isTrue();
    }

    private String run(String name) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Method main = loader.loadClass(name).getMethod("main", String[].class);
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Thread.currentThread().setContextClassLoader(loader);
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
