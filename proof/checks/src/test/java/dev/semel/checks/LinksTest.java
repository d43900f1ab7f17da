package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the links of all documents. The anchor of a heading is the one that GitHub gives it; the site is configured to
 * do the same.
 */
@DisplayName("the links")
class LinksTest {
    private static final Pattern CODE =
            Pattern.compile("(?ms)^( *)(```+|~~~+).*?^\\1\\2\\s*$|(`+)[^`](?:(?!\\n\\n).)*?\\3");
    private static final Pattern LINK = Pattern.compile(
            "\\]\\(<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\)|^\\[[^]]+]:\\s+(\\S+)"
                    + "|<(?:a|img)\\s[^>]*?(?:href|src)=\"([^\"]+)\"",
            Pattern.MULTILINE);
    private static final Pattern RUNBOOK = Pattern.compile("(?m)^ *runbook: (\\S+)$");
    private static final Pattern FENCE = Pattern.compile("(?ms)^( *)(```+|~~~+).*?^\\1\\2\\s*$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *#*$");
    private static final Pattern ID = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
    private static final Pattern TITLE_LINK = Pattern.compile("!?\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc}\\- ]");

    @TempDir
    private Path folder;

    @Test
    @DisplayName("of all documents lead to files and headings that are there")
    void documents() {
        assertThat(Project.files(".md").stream().flatMap(doc -> broken(doc).stream()))
                .isEmpty();
    }

    @Test
    @DisplayName("of alerts lead to pages that are there")
    void alerts() {
        Path alerts = Project.ROOT.resolve("docs/operations/prometheus-alerts.yml");
        List<String> runbooks = RUNBOOK.matcher(Project.text(alerts))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(runbooks).isNotEmpty();
        assertThat(runbooks.stream()
                        .distinct()
                        .filter(link -> !leadsSomewhere(Project.ROOT.resolve("README.md"), link)))
                .isEmpty();
    }

    @Test
    @DisplayName("that are broken are reported with their document and line, and those in code are passed")
    void reports() throws Exception {
        Files.writeString(
                folder.resolve("b.md"), "# `one()`, or two – and\n\n## Twice\n\n## Twice\n```sh\n# none\n```\n");
        Path doc = Files.writeString(folder.resolve("a.md"), """
                # Links
                [right](b.md) [right](b.md#one-or-two--and) [right](b.md#twice-1) [right](#links) [right](https://example.org)
                `[code](none.md)` <img alt="" src="none.png">
                ```md
                [code](none.md)
                ```
                [wrong](none.md) [wrong](b.md#none) [wrong](b.md#twice-2) [wrong](#none) [wrong](/b.md "title")
                """);
        assertThat(broken(doc))
                .containsExactly(
                        doc + ":3: none.png",
                        doc + ":7: none.md",
                        doc + ":7: b.md#none",
                        doc + ":7: b.md#twice-2",
                        doc + ":7: #none",
                        doc + ":7: /b.md");
    }

    private static List<String> broken(Path doc) {
        String text = Project.text(doc);
        String prose = CODE.matcher(text).replaceAll(LinksTest::blank);
        List<String> broken = new ArrayList<>();
        for (MatchResult found : LINK.matcher(prose).results().toList()) {
            String link = Stream.of(1, 2, 3)
                    .map(found::group)
                    .filter(each -> each != null)
                    .findFirst()
                    .orElseThrow();
            if (!link.matches("(?i)[a-z][a-z+.-]*:.*") && !leadsSomewhere(doc, link)) {
                long line = 1
                        + prose.substring(0, found.start())
                                .chars()
                                .filter(each -> each == '\n')
                                .count();
                broken.add(doc + ":" + line + ": " + link);
            }
        }
        return broken;
    }

    /** Keeps the lines, so that they can be counted. */
    private static String blank(MatchResult code) {
        return code.group().replaceAll("[^\n]", "");
    }

    private static boolean leadsSomewhere(Path doc, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        // GitHub takes an absolute path as a path on GitHub.
        if (path.startsWith("/")) {
            return false;
        }
        Path target = path.isEmpty() ? doc : doc.resolveSibling(path);
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0
                || !target.toString().endsWith(".md")
                || anchors(Project.text(target)).contains(link.substring(hash + 1));
    }

    private static Set<String> anchors(String text) {
        String prose = FENCE.matcher(text).replaceAll("");
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        HEADING.matcher(prose).results().map(found -> anchor(found.group(1))).forEach(anchor -> {
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        });
        ID.matcher(prose).results().forEach(found -> anchors.add(found.group(1)));
        return anchors;
    }

    private static String anchor(String heading) {
        String shown = TITLE_LINK.matcher(heading).replaceAll("$1").replaceAll("[`*]", "");
        return NOT_IN_ANCHORS
                .matcher(shown.strip().toLowerCase(Locale.ROOT))
                .replaceAll("")
                .replace(' ', '-');
    }
}
