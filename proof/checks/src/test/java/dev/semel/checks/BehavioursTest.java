package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/proof/guarantees.md lists what a user may rely on; every sentence of it has a test that bears its number. */
@DisplayName("the behaviours")
class BehavioursTest {
    private static final Pattern LISTED = Pattern.compile("(?m)^- \\*\\*([A-Z]\\d+)\\*\\*");
    private static final Pattern DISPLAY_NAME = Pattern.compile("(?:@DisplayName\\(|name = )\\s*\"([^\"]*)");
    private static final Pattern NUMBER = Pattern.compile("\\b([A-Z]\\d+)\\b");

    @Test
    @DisplayName("have each a test that is named after it")
    void allAreTested() {
        Set<String> listed = LISTED.matcher(Project.text(Project.ROOT.resolve("docs/proof/guarantees.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).hasSizeGreaterThan(25);
        assertThat(tested()).containsAll(listed);
    }

    private static Set<String> tested() {
        return Project.files(".java").stream()
                .map(Path::toString)
                .filter(path -> path.contains("/src/test/") || path.contains("/testkit/src/main/"))
                .map(path -> Project.text(Path.of(path)))
                .flatMap(source -> DISPLAY_NAME.matcher(source).results())
                .map(match -> match.group(1))
                .flatMap(name -> NUMBER.matcher(name).results().map(MatchResult::group))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
