package dev.semel.site.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@DisplayName("the alerts for Prometheus")
class AlertsTest {
    static final Path OPERATIONS = Path.of(System.getProperty("semel.root", ".."))
            .toAbsolutePath()
            .normalize()
            .resolve("docs/operations");

    @TempDir
    private Path folder;

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rules() throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        Map<String, List<Map<String, Object>>> file = new Yaml(new SafeConstructor(options))
                .load(Files.readString(OPERATIONS.resolve("prometheus-alerts.yml")));
        return (List<Map<String, Object>>) file.get("groups").get(0).get("rules");
    }

    @Test
    @DisplayName("ask for meters, labels and values that the starter exposes")
    void meters() throws IOException {
        ExposedMeters meters = ExposedMeters.scrape();
        assertThat(rules())
                .hasSizeGreaterThan(10)
                .allSatisfy(rule -> assertThat(Expression.unknown((String) rule.get("expr"), meters))
                        .as("%s", rule.get("alert"))
                        .isEmpty());
    }

    @Test
    @DisplayName("have unique names, a severity, a summary and a runbook")
    void complete() throws IOException {
        assertThat(rules().stream().map(rule -> rule.get("alert")))
                .doesNotHaveDuplicates()
                .doesNotContainNull();
        assertThat(rules()).allSatisfy(rule -> {
            assertThat(((Map<?, ?>) rule.get("labels")).get("severity")).isIn("critical", "warning");
            assertThat(((Map<?, ?>) rule.get("annotations")).keySet().stream().map(String::valueOf))
                    .contains("summary", "description", "runbook");
        });
    }

    @Test
    @DisplayName("are loaded by Prometheus, and fire on the series that they are for")
    void fire() throws Exception {
        Files.copy(OPERATIONS.resolve("prometheus-alerts.yml"), folder.resolve("prometheus-alerts.yml"));
        Files.copy(Path.of("src/test/resources/alerts-test.yml"), folder.resolve("alerts-test.yml"));
        Promtool.run(folder, "check", "rules", "prometheus-alerts.yml");
        Promtool.run(folder, "test", "rules", "alerts-test.yml");
    }
}
