package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A class name is unique in the project, or obviously local, so that a reader who meets it knows which class it is. */
@DisplayName("names of classes")
class ClassNamesTest {
    private static final Pattern DECLARATION = Pattern.compile("(?m)^\\s*(?:(?:public|protected|static|final|abstract"
            + "|sealed|non-sealed) )*(?:class|interface|record|enum|@interface) ([A-Z]\\w*)");

    private static final Pattern NESTED_IMPORT =
            Pattern.compile("(?m)^import dev\\.semel\\.[a-z.]*(([A-Z]\\w*\\.)+)([A-Z]\\w*);");

    @Test
    @DisplayName("of top-level types are unique across modules")
    void unique() {
        Map<String, List<String>> places = new TreeMap<>(sources().stream()
                .collect(Collectors.groupingBy(
                        path -> path.getFileName().toString().replace(".java", ""),
                        Collectors.mapping(ClassNamesTest::place, Collectors.toList()))));
        assertThat(places).hasSizeGreaterThan(700);
        places.values().removeIf(each -> each.size() == 1);
        assertThat(places)
                .as("these names exist already; give the new class a name that says which one it is")
                .isEmpty();
    }

    /** Private types are known in their file only. A name such as Builder or Kind may be nested in several types: there it is written as Result.Kind. */
    @Test
    @DisplayName("of nested types are written with the outer type, unless they are unique across modules")
    void nested() {
        Map<String, Long> declared = sources().stream()
                .flatMap(path -> DECLARATION.matcher(Project.text(path)).results())
                .collect(Collectors.groupingBy(found -> found.group(1), Collectors.counting()));
        assertThat(declared).containsEntry("Semel", 1L);
        List<String> ambiguous = new ArrayList<>();
        for (Path source : sources()) {
            NESTED_IMPORT
                    .matcher(Project.text(source))
                    .results()
                    .filter(found -> declared.getOrDefault(found.group(3), 0L) > 1)
                    .map(found -> place(source) + ": write " + found.group(1) + found.group(3))
                    .forEach(ambiguous::add);
        }
        assertThat(ambiguous)
                .as("other types have the same name, so import the outer type instead")
                .isEmpty();
    }

    private static List<Path> sources() {
        return Project.files(".java").stream()
                .filter(path -> path.toString().contains("/src/main/java/"))
                .filter(path -> !path.endsWith("package-info.java") && !path.endsWith("module-info.java"))
                .toList();
    }

    private static String place(Path source) {
        return Project.ROOT.relativize(source).toString();
    }
}
