package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What {@code .github} holds for the site that hosts the project: workflows, issue forms, dependency updates. */
@DisplayName("in .github")
class RepositoryFilesTest {
    private static final String MAJOR_VERSION = "[\\w.-]+(/[\\w.-]+)+@v\\d+";
    private static final Set<String> FIELDS = Set.of("input", "textarea", "dropdown", "checkboxes");

    private static List<Path> yaml(String folder) {
        return Project.files(".yml").stream()
                .filter(file -> file.startsWith(Project.ROOT.resolve(".github").resolve(folder)))
                .toList();
    }

    private static Map<?, ?> parse(Path file) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(new SafeConstructor(options)).load(Project.text(file));
    }

    private static List<Map<?, ?>> list(Map<?, ?> from, String key) {
        return ((List<?>) from.get(key))
                .stream().<Map<?, ?>>map(Map.class::cast).toList();
    }

    private static Stream<Map<?, ?>> steps() {
        return yaml("workflows").stream()
                .map(file -> (Map<?, ?>) parse(file).get("jobs"))
                .flatMap(jobs -> jobs.values().stream())
                .flatMap(job -> list((Map<?, ?>) job, "steps").stream());
    }

    @Test
    @DisplayName("workflows run commands of the project and nothing else")
    void commands() {
        Set<String> known = commandsOfLauncher();
        List<String> lines = steps().filter(step -> step.containsKey("run"))
                .flatMap(step -> ((String) step.get("run")).lines())
                .toList();
        assertThat(lines).as("commands").contains("./test");
        assertThat(lines).allSatisfy(line -> {
            String[] words = line.strip().split(" +", -1);
            assertThat(Project.ROOT.resolve(words[0]))
                    .as("a workflow runs '%s'; put what it does into ./test or ./semel", line)
                    .isExecutable()
                    .isRegularFile();
            if (words[0].equals("./semel")) {
                assertThat(known).as("commands of ./semel, for '%s'", line).contains(words[1]);
            }
        });
    }

    private static Set<String> commandsOfLauncher() {
        String launcher = Project.text(Project.ROOT.resolve("semel"));
        return Pattern.compile("(?m)^([a-z]+)\\)")
                .matcher(launcher.substring(launcher.lastIndexOf("case \"$command\" in")))
                .results()
                .map(MatchResult::group)
                .map(label -> label.substring(0, label.length() - 1))
                .collect(Collectors.toSet());
    }

    @Test
    @DisplayName("workflows use actions at a major version, and may write nothing that they do not name")
    void actions() {
        assertThat(steps().filter(step -> step.containsKey("uses")).map(step -> (String) step.get("uses")))
                .isNotEmpty()
                .allMatch(action -> action.matches(MAJOR_VERSION));
        assertThat(yaml("workflows"))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(parse(file).get("permissions"))
                        .as("permissions in %s", file)
                        .isEqualTo(Map.of("contents", "read")));
    }

    @Test
    @DisplayName("issue forms have a title, and fields with a label and an id that is unique in the form")
    void forms() {
        List<Path> forms = yaml("ISSUE_TEMPLATE").stream()
                .filter(file -> !file.endsWith("config.yml"))
                .toList();
        assertThat(forms).isNotEmpty().allSatisfy(file -> {
            Map<?, ?> form = parse(file);
            assertThat(form.get("name")).asString().isNotBlank();
            assertThat(form.get("description")).asString().isNotBlank();
            List<String> ids = new ArrayList<>();
            for (Map<?, ?> field : list(form, "body")) {
                Map<?, ?> attributes = (Map<?, ?>) field.get("attributes");
                if (field.get("type").equals("markdown")) {
                    assertThat(attributes.get("value")).asString().isNotBlank();
                    continue;
                }
                assertThat(FIELDS).contains((String) field.get("type"));
                assertThat(attributes.get("label")).asString().isNotBlank();
                ids.add((String) field.get("id"));
            }
            assertThat(ids).isNotEmpty().doesNotContainNull().hasSameSizeAs(new HashSet<>(ids));
        });
    }

    @Test
    @DisplayName("dependency updates look into folders that exist")
    void updates() {
        Map<?, ?> settings = parse(Project.ROOT.resolve(".github/dependabot.yml"));
        assertThat(list(settings, "updates"))
                .isNotEmpty()
                .allSatisfy(
                        update -> assertThat(Files.isDirectory(Path.of(Project.ROOT + "/" + update.get("directory"))))
                                .as("%s", update)
                                .isTrue());
    }
}
