package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rooms of programs. Their classes are not on the class path of the checks, so their imports are read. */
@DisplayName("the rooms of programs")
class ProgramRoomsTest {
    private static final List<String> PROGRAMS = List.of("benchmarks", "examples/demo");

    private static final List<String> SUITES =
            List.of("core", "sql", "redis", "dynamodb", "http", "startup", "lambda", "counters");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?((?:[a-z]\\w*\\.)+)[A-Z]");

    /** Returns the packages that each package of the programs imports. */
    private static Map<String, Set<String>> imports() {
        Map<String, Set<String>> imports = new TreeMap<>();
        for (Path source : Project.sources(PROGRAMS)) {
            String text = Project.text(source);
            if (source.toString().contains("/src/main/java/")) {
                String from = PACKAGE.matcher(text)
                        .results()
                        .map(found -> found.group(1))
                        .findFirst()
                        .orElseThrow();
                imports.computeIfAbsent(from, name -> new TreeSet<>())
                        .addAll(IMPORT.matcher(text)
                                .results()
                                .map(found -> found.group(1).replaceAll("\\.$", ""))
                                .filter(to -> !to.equals(from))
                                .collect(Collectors.toSet()));
            }
        }
        return imports;
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> imports) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(imports.getOrDefault(from, Set.of()));
        while (!next.isEmpty()) {
            String each = next.remove();
            if (reached.add(each)) {
                next.addAll(imports.getOrDefault(each, Set.of()));
            }
        }
        return reached;
    }

    @Test
    @DisplayName("have no cycles")
    void cycles() {
        Map<String, Set<String>> imports = imports();
        assertThat(imports).containsKeys("dev.semel.benchmarks.measure", "dev.semel.demo.endpoint");
        assertThat(imports.keySet())
                .as("packages that import themselves through others: move a class that two rooms need to the lower one")
                .noneMatch(each -> reachable(each, imports).contains(each));
    }

    @Test
    @DisplayName("of the benchmarks are one for each suite, and suites know nothing of each other")
    void suites() {
        Map<String, Set<String>> imports = imports();
        List<String> rooms =
                SUITES.stream().map(name -> "dev.semel.benchmarks." + name).toList();
        assertThat(imports).containsKeys(rooms.toArray(String[]::new));
        imports.forEach((from, to) -> {
            if (from.startsWith("dev.semel.benchmarks.")) {
                assertThat(to)
                        .as("%s: what two suites need belongs in measure, workload, servers or powertools", from)
                        .doesNotContainAnyElementsOf(rooms);
            }
        });
    }
}
