package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.http.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The pages below docs/reference that are written by hand list everything that the code has, and nothing else. */
@DisplayName("the reference")
class ReferenceTest {
    private static final String TYPE = "urn:semel:problem:";

    @Test
    @DisplayName("lists every problem with its status, and whether it may be retried")
    void problems() {
        List<String> rows = rows("problems");
        for (Problem problem : Problem.values()) {
            String name = problem.type().substring(TYPE.length());
            assertThat(rows)
                    .as(name)
                    .anyMatch(row -> row.matches("\\| `" + name + "` \\| " + problem.status() + "\\b.*"
                            + (problem == Problem.UNKNOWN_KEY ? "" : "\\| " + yesOrNo(problem) + " \\|.*")));
        }
        Set<String> all = Arrays.stream(Problem.values())
                .map(problem -> problem.type().substring(TYPE.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(firsts(rows.stream()
                        .filter(row -> row.matches("\\| `[a-z-]+` \\| \\d.*"))
                        .toList()))
                .isEqualTo(all);
    }

    private static String yesOrNo(Problem problem) {
        return problem.isRetryable() ? "yes" : "no";
    }

    @Test
    @DisplayName("lists every event")
    void events() {
        Set<String> all = Arrays.stream(Event.class.getDeclaredClasses())
                .filter(type -> type.isRecord() && Event.class.isAssignableFrom(type))
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(all).hasSizeGreaterThan(10);
        assertThat(firsts(rows("events").stream()
                        .filter(row -> row.matches("\\| `[A-Z][a-z].*"))
                        .toList()))
                .isEqualTo(all);
    }

    @Test
    @DisplayName("lists every meter")
    void meters() {
        Pattern meter = Pattern.compile("\"(semel\\.[a-z.]+[a-z])\"");
        Set<String> all = Project.files(".java").stream()
                .filter(path -> path.toString().matches(".*/main/.*/boot/metrics/\\w*(Meters|Counts)\\.java"))
                .flatMap(path -> meter.matcher(Project.text(path)).results().map(found -> found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(all).hasSizeGreaterThan(10);
        Set<String> listed = rows("metrics").stream()
                .filter(row -> row.startsWith("| `semel."))
                .flatMap(row -> Pattern.compile("`(semel\\.[a-z.]+)`")
                        .matcher(row.substring(0, row.indexOf(" | ", 2)))
                        .results()
                        .map(found -> found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(all);
    }

    @Test
    @DisplayName("lists every command")
    void commands() {
        String launcher = Project.text(Project.ROOT.resolve("semel"));
        Set<String> all = Pattern.compile("(?m)^([a-z]+)\\) ")
                .matcher(launcher)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(all).contains("demo", "torture");
        String page = page("cli");
        assertThat(all).allMatch(command -> page.contains("`./semel " + command));
    }

    private static List<String> rows(String name) {
        return page(name).lines().filter(line -> line.startsWith("| ")).toList();
    }

    private static String page(String name) {
        return Project.text(Project.ROOT.resolve("docs/reference/" + name + ".md"));
    }

    /** The words in backticks that rows begin with. */
    private static Set<String> firsts(List<String> rows) {
        return rows.stream()
                .map(row -> row.substring(3, row.indexOf('`', 3)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
