package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keeps words out of sources for which plain technical English has a better one. */
@DisplayName("the voice")
class VoiceTest {
    /** The modules whose sources are checked. A module joins when its prose has been revised, until all are listed. */
    private static final List<String> REVISED = List.of(
            "benchmarks",
            "codecs/jackson",
            "core",
            "counters",
            "examples/demo",
            "examples/lambda",
            "integrations/http",
            "integrations/lambda",
            "integrations/profiles",
            "integrations/quotas",
            "integrations/servlet",
            "integrations/spring",
            "integrations/spring-boot",
            "proof/model",
            "proof/servers",
            "proof/torture",
            "site",
            "stores/dynamodb",
            "stores/dynamodb-counters",
            "stores/jdbc",
            "stores/powertools",
            "stores/redis",
            "testkit");

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
    @DisplayName("of revised modules has no words that the list replaces")
    void sources() {
        assertThat(findings(Project.sources(REVISED).stream()
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
