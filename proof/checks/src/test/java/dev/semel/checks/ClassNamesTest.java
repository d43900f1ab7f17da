package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A class name is unique in the project, so that a reader who meets it knows which class it is. */
@DisplayName("names of top-level classes")
class ClassNamesTest {
    /** Names that still occur twice. Rename one of the two and delete its entry; add none. */
    private static final Set<String> REPEATED = Set.of("Entry", "Event", "Fault", "Terms", "Work", "Writes");

    @Test
    @DisplayName("are unique across modules, except for a list that only shrinks")
    void unique() {
        Map<String, Set<String>> repeated = new TreeMap<>(Project.files(".java").stream()
                .map(Project.ROOT::relativize)
                .filter(path -> path.toString().contains("/src/main/java/"))
                .filter(path -> !path.endsWith("package-info.java"))
                .filter(path -> !path.endsWith("module-info.java"))
                .collect(Collectors.groupingBy(
                        path -> path.getFileName().toString().replace(".java", ""),
                        Collectors.mapping(Path::toString, Collectors.toCollection(TreeSet::new)))));
        repeated.values().removeIf(places -> places.size() == 1);
        Map<String, Set<String>> added = new TreeMap<>(repeated);
        added.keySet().removeAll(REPEATED);
        assertThat(added)
                .as("these names exist already; give the new class a name that says which one it is")
                .isEmpty();
        assertThat(repeated.keySet())
                .as("a name of the list is unique now; delete it from the list")
                .containsAll(REPEATED);
    }
}
