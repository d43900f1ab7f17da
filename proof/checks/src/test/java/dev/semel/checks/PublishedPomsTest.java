package dev.semel.checks;

import static dev.semel.checks.Published.child;
import static dev.semel.checks.Published.children;
import static dev.semel.checks.Published.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Element;

/** The POMs as they are published, which are those that {@code flatten-maven-plugin} writes. Maven Central asks for what is checked here. */
@DisplayName("the published POMs")
class PublishedPomsTest {
    private static final List<String> LEFTOVERS = List.of(
            "parent", "modules", "build", "profiles", "properties", "repositories", "pluginRepositories", "reporting");
    private static final Pattern COORDINATES = Pattern.compile(
            "semel-bom</artifactId>\\s*<version>([^<$]+)<|semel-bom:([\\w.-]+)|<semel.version>([^<]+)<");
    private static final Pattern LAST_RELEASE = Pattern.compile("-Dlast.release=(\\S+)");

    private static String name(Path module) {
        return Project.ROOT.relativize(module).toString();
    }

    private static Set<String> artifacts() {
        return Published.modules().stream()
                .map(module -> text(Published.publishedPom(module), "artifactId"))
                .collect(Collectors.toSet());
    }

    @TestFactory
    @DisplayName("have the metadata that Maven Central asks for, and nothing of the build")
    Stream<DynamicTest> metadata() {
        return Published.modules().stream()
                .map(module -> dynamicTest(name(module), () -> {
                    Element pom = Published.publishedPom(module);
                    assertThat(pom.getTextContent()).as("unresolved properties").doesNotContain("${");
                    assertThat(LEFTOVERS)
                            .allSatisfy(each ->
                                    assertThat(children(pom, each)).as(each).isEmpty());
                    assertThat(text(pom, "groupId")).isEqualTo("dev.semel");
                    assertThat(text(pom, "version")).isEqualTo(Published.version());
                    assertThat(text(pom, "name")).startsWith("Semel ");
                    assertThat(text(pom, "description")).endsWith(".").doesNotContain("ot published");
                    assertThat(text(pom, "url")).startsWith("https://");
                    Element license = child(child(pom, "licenses"), "license");
                    assertThat(text(license, "name")).isEqualTo("Apache-2.0");
                    assertThat(text(license, "url")).startsWith("https://www.apache.org/");
                    assertThat(text(child(child(pom, "developers"), "developer"), "name"))
                            .isNotBlank();
                    Element scm = child(pom, "scm");
                    assertThat(text(scm, "url")).isEqualTo(text(pom, "url"));
                    assertThat(text(scm, "connection")).isEqualTo("scm:git:" + text(pom, "url") + ".git");
                    assertThat(text(scm, "tag")).isEqualTo("v" + Published.version());
                }));
    }

    @TestFactory
    @DisplayName("name released versions and published modules in their dependencies")
    Stream<DynamicTest> dependencies() {
        Set<String> artifacts = artifacts();
        return Published.modules().stream()
                .map(module -> dynamicTest(name(module), () -> {
                    Element pom = Published.publishedPom(module);
                    assertThat(children(pom, "dependencies").flatMap(all -> children(all, "dependency")))
                            .allSatisfy(dependency -> {
                                if (text(dependency, "groupId").equals("dev.semel")) {
                                    assertThat(text(dependency, "artifactId")).isIn(artifacts);
                                    assertThat(text(dependency, "version")).isEqualTo(Published.version());
                                } else {
                                    assertThat(text(dependency, "version")).doesNotContain("SNAPSHOT", "[", "(");
                                }
                                assertThat(children(dependency, "scope").map(Element::getTextContent))
                                        .doesNotContain("test", "system");
                            });
                }));
    }

    @Test
    @DisplayName("are all in the BOM, which names nothing else")
    void bom() {
        Element bom = Published.publishedPom(Project.ROOT.resolve("bom"));
        List<String> managed = new ArrayList<>();
        children(child(child(bom, "dependencyManagement"), "dependencies"), "dependency")
                .forEach(dependency -> {
                    assertThat(text(dependency, "version")).isEqualTo(Published.version());
                    managed.add(text(dependency, "artifactId"));
                });
        managed.add("semel-bom");
        assertThat(managed).containsExactlyInAnyOrderElementsOf(artifacts());
    }

    @Test
    @DisplayName("are those of the modules that ./semel install, release and audit build")
    void launcher() {
        String listed = Pattern.compile("(?m)^published=(?:\\$published,)?(\\S+)$")
                .matcher(Project.text(Project.ROOT.resolve("semel")))
                .results()
                .map(line -> line.group(1))
                .collect(Collectors.joining(","));
        assertThat(List.of(listed.split(",", -1)))
                .containsExactlyInAnyOrderElementsOf(Published.modules().stream()
                        .map(PublishedPomsTest::name)
                        .filter(name -> !name.equals("bom"))
                        .toList());
    }

    @Test
    @DisplayName("have the coordinates that the documentation and the examples name, from the last release on")
    void coordinates() throws Exception {
        Path settings = Project.ROOT.resolve(".mvn/maven.config");
        String last = Files.exists(settings)
                ? LAST_RELEASE
                        .matcher(Files.readString(settings))
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1)
                : Published.version();
        assertThat(Stream.of(
                        "README.md",
                        "docs/getting-started.md",
                        "examples/quickstart/pom.xml",
                        "examples/lambda/pom.xml"))
                .allSatisfy(file -> {
                    List<String> named = COORDINATES
                            .matcher(Project.text(Project.ROOT.resolve(file)))
                            .results()
                            .map(PublishedPomsTest::version)
                            .toList();
                    assertThat(named).as(file).isNotEmpty().containsOnly(last);
                });
    }

    private static String version(MatchResult found) {
        return Stream.of(1, 2, 3)
                .map(found::group)
                .filter(each -> each != null)
                .findFirst()
                .orElseThrow();
    }
}
