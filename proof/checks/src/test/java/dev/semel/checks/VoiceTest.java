package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keeps words out of sources for which plain technical English has a better one. */
@DisplayName("the voice")
class VoiceTest {
    /** What people read: sources, scripts, build files, pages of the demo and of the site. Documents are checked with their width as well. */
    private static final Set<String> ENDINGS = Set.of(
            ".java",
            ".lua",
            ".sql",
            ".sh",
            ".xml",
            ".properties",
            ".yml",
            ".yaml",
            ".html",
            ".css",
            ".js",
            ".mjs",
            ".txt");

    /** Scripts without an ending. */
    private static final List<String> COMMANDS = List.of("semel", "test");

    /** The lists of words themselves. */
    private static final Path THIS = Path.of("proof/checks/src/test/java/dev/semel/checks/VoiceTest.java");

    /** The documents that are not checked: the past is left as it is. */
    private static final List<String> UNREVISED = List.of("docs/decisions/");

    /** Literals that are part of stored records and public events and must not change. */
    private static final String FIXED = "\"(\\(?nobody\\)?|cannot tell)\"";

    private static final int WIDTH = 100;

    /** What not to write, as a regular expression, and what to write instead. */
    private static final Map<String, String> WORDS = words();

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("(?-i:[Nn]obody)", "the actor: no caller, no waiter, no other transaction");
        words.put("somebody|someone|whoever|anybody", "the actor: the owner, the caller, the waiter, another process");
        words.put("everybody|everyone", "all callers, all waiters");
        words.put("those who|one who|he who", "the noun: waiters, watchers, the owner");
        words.put("told|tells?", "is notified, receives, reports, returns, shows");
        words.put("anew", "again; for an object: recreated");
        words.put("(is|are|was|were) over", "expired, ended, completed");
        words.put("(come|comes|came) to (its|their) end", "ends, completes");
        words.put("on (its|their) way", "in flight");
        words.put("gives? way", "can be replaced, is reclaimable");
        words.put("at once", "immediately; for several things: together");
        words.put("of (its|their|his|one's) own", "its own, dedicated, separate");
        words.put("by (itself|themselves)", "automatically; for one thing: alone");
        words.put("mended", "fixed");
        words.put("(became|becomes) of (it|them)", "the outcome");
        words.put("(found|finds?) out", "determined, resolved, recognised");
        words.put("in vain", "without success");
        words.put("kept near", "cached");
        words.put("(the same|equal) to the byte", "byte-identical");
        words.put("all is well", "the result, with its numbers");
        return words;
    }

    private static final Pattern ANY =
            Pattern.compile("\\b(" + String.join("|", WORDS.keySet()) + ")\\b", Pattern.CASE_INSENSITIVE);

    @Test
    @DisplayName("of sources, scripts, build files and pages has no words that the list replaces")
    void sources() {
        assertThat(findings(sourceFiles()
                        .flatMap(source -> lines(Project.ROOT.relativize(source).toString(), Project.text(source)))
                        .toList()))
                .as("write the words on the right instead; the principles are in CONTRIBUTING.md")
                .isEmpty();
    }

    @Test
    @DisplayName("of documents has no words that the list replaces")
    void documentWords() {
        assertThat(findings(documentLines().toList()))
                .as("write the words on the right instead; the principles are in CONTRIBUTING.md")
                .isEmpty();
    }

    @Test
    @DisplayName("of documents is wrapped at 100 columns, except for tables, code and single words such as links")
    void width() {
        assertThat(documents().stream()
                        .flatMap(name -> tooLong(name, Project.text(Project.ROOT.resolve(name))).stream()))
                .as("wrap these lines at %d columns", WIDTH)
                .isEmpty();
    }

    @Test
    @DisplayName("check of the width reports prose, and passes tables, code and single words")
    void reportsWidth() {
        String words = "word ".repeat(25).strip();
        String link = "x".repeat(120);
        assertThat(tooLong(
                        "a.md", String.join("\n", words, "| " + words + " |", "  " + link, "```", words, "```", words)))
                .containsExactly("a.md:1: 124 columns", "a.md:7: 124 columns");
    }

    @Test
    @DisplayName("is checked in every kind of file that people read")
    void kinds() {
        assertThat(sourceFiles().map(path -> Project.ROOT.relativize(path).toString()))
                .contains(
                        "semel",
                        "test",
                        "pom.xml",
                        "scripts/toolchain.sh",
                        "proof/servers/install.sh",
                        "examples/demo/src/main/resources/static/index.html",
                        "examples/demo/src/main/resources/static/js/demo.js",
                        "site/.vitepress/config.mjs",
                        "stores/redis/src/main/resources/dev/semel/redis/record/claim.lua",
                        "core/src/main/java/dev/semel/Semel.java");
    }

    private static Stream<Path> sourceFiles() {
        return Stream.concat(
                        ENDINGS.stream().flatMap(ending -> Project.files(ending).stream()),
                        COMMANDS.stream().map(Project.ROOT::resolve))
                .filter(path -> !Project.ROOT.relativize(path).equals(THIS));
    }

    private static Stream<Line> documentLines() {
        return documents().stream().flatMap(name -> lines(name, Project.text(Project.ROOT.resolve(name))));
    }

    private static List<String> documents() {
        return Project.files(".md").stream()
                .map(path -> Project.ROOT.relativize(path).toString())
                .filter(name -> UNREVISED.stream().noneMatch(name::startsWith))
                .toList();
    }

    private static List<String> tooLong(String file, String text) {
        List<String> findings = new ArrayList<>();
        boolean isCode = false;
        for (Line line : lines(file, text).toList()) {
            String words = line.text().strip();
            isCode ^= words.startsWith("```");
            if (!isCode && line.text().length() > WIDTH && !words.startsWith("|") && words.contains(" ")) {
                findings.add("%s:%d: %d columns"
                        .formatted(file, line.number(), line.text().length()));
            }
        }
        return findings;
    }

    @Test
    @DisplayName("check reports file, line, word and what to write instead")
    void reports() {
        assertThat(findings(lines("A.java", "class A {\n    // Nobody waits for it.\n}")
                        .toList()))
                .containsExactly("A.java:2: \"Nobody\" → the actor: no caller, no waiter, no other transaction");
    }

    private record Line(String file, int number, String text) {}

    private static Stream<Line> lines(String file, String text) {
        List<String> lines = text.lines().toList();
        return Stream.iterate(0, i -> i < lines.size(), i -> i + 1).map(i -> new Line(file, i + 1, lines.get(i)));
    }

    private static List<String> findings(List<Line> lines) {
        List<String> findings = new ArrayList<>();
        for (Line line : lines) {
            Matcher matcher = ANY.matcher(line.text().replaceAll(FIXED, ""));
            while (matcher.find()) {
                findings.add("%s:%d: \"%s\" → %s"
                        .formatted(line.file(), line.number(), matcher.group(), instead(matcher.group())));
            }
        }
        return findings;
    }

    private static String instead(String word) {
        return WORDS.entrySet().stream()
                .filter(entry -> Pattern.compile(entry.getKey(), Pattern.CASE_INSENSITIVE)
                        .matcher(word)
                        .matches())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }
}
