package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page for troubleshooting lists messages by their words, so it must follow them when they change. */
@DisplayName("the FAQ")
class MessagesTest {
    private static final String PAGE = "docs/faq.md";
    private static final List<String> TABLES = List.of("Start-up messages", "Run-time messages");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern TEXT_BETWEEN = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    @Test
    @DisplayName("quotes messages that the code has")
    void messages() {
        String sources = Project.files(".java").stream()
                .filter(path -> path.toString().contains("/src/main/"))
                .map(path -> texts(Project.text(path)))
                .collect(Collectors.joining("\n"));
        List<String> quoted = quoted().toList();
        assertThat(quoted).hasSizeGreaterThan(40);
        assertThat(quoted.stream()
                        .filter(message -> !Arrays.stream(message.split("…", -1))
                                .allMatch(part -> sources.contains(part.strip()))))
                .as("messages in %s that no code has; quote the present ones", PAGE)
                .isEmpty();
    }

    /** The quotations in the first column of the tables below the headings. */
    private static Stream<String> quoted() {
        String page = Project.text(Project.ROOT.resolve(PAGE));
        return TABLES.stream()
                .map(heading -> page.substring(page.indexOf("\n## " + heading)))
                .map(section -> section.substring(0, Math.max(section.indexOf("\n## ", 1), 0)))
                .flatMap(String::lines)
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(0, line.indexOf(" | ")))
                .flatMap(cell -> QUOTED.matcher(cell).results().map(match -> match.group(1)));
    }

    /** The texts of a source. Those that are added to one another are joined, without what is inserted between them. */
    private static String texts(String source) {
        String joined = source.replaceAll("\"\\s*\\+\\s*\"", "");
        return TEXT_BETWEEN
                .matcher(joined)
                .results()
                .map(MatchResult::group)
                .map(text -> text.substring(1, text.length() - 1))
                .collect(Collectors.joining("\n"));
    }
}
