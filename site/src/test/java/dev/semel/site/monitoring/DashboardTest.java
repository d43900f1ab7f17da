package dev.semel.site.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Grafana itself is in no system's packages; this checks what it documents about the JSON of a dashboard. */
@DisplayName("the dashboard for Grafana")
class DashboardTest {
    private static final Set<String> PANELS = Set.of("row", "stat", "timeseries", "table", "gauge", "barchart");
    private static final Set<String> FIELDS = Set.of(
            "id",
            "type",
            "title",
            "description",
            "datasource",
            "gridPos",
            "fieldConfig",
            "options",
            "targets",
            "collapsed",
            "panels",
            "interval",
            "maxDataPoints",
            "transformations");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");
    private static final int COLUMNS = 24;

    @TempDir
    private Path folder;

    private static JsonNode dashboard() throws IOException {
        return new ObjectMapper()
                .readTree(
                        AlertsTest.OPERATIONS.resolve("grafana-dashboard.json").toFile());
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static List<String> expressions() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : list(dashboard().path("panels"))) {
            list(panel.path("targets"))
                    .forEach(target -> expressions.add(target.path("expr").asText()));
        }
        return expressions;
    }

    @Test
    @DisplayName("asks for meters, labels and values that the starter exposes")
    void meters() throws IOException {
        ExposedMeters meters = ExposedMeters.scrape();
        assertThat(expressions())
                .hasSizeGreaterThan(15)
                .allSatisfy(expression -> assertThat(Expression.unknown(expression, meters))
                        .as(expression)
                        .isEmpty());
    }

    @Test
    @DisplayName("has panels of known types and fields, on a grid without overlaps")
    void panels() throws IOException {
        List<JsonNode> panels = list(dashboard().path("panels"));
        assertThat(panels.stream().map(panel -> panel.path("id").asInt())).doesNotHaveDuplicates();
        boolean[][] taken = new boolean[1000][COLUMNS];
        assertThat(panels).allSatisfy(panel -> {
            assertThat(panel.path("type").asText()).isIn(PANELS);
            assertThat(FIELDS).containsAll(panel::fieldNames);
            assertThat(panel.path("title").asText()).isNotBlank();
            JsonNode place = panel.path("gridPos");
            for (int y = 0; y < place.path("h").asInt(); y++) {
                for (int x = 0; x < place.path("w").asInt(); x++) {
                    boolean[] row = taken[place.path("y").asInt() + y];
                    int column = place.path("x").asInt() + x;
                    assertThat(row[column]).as("overlap at %d, %d", column, y).isFalse();
                    row[column] = true;
                }
            }
        });
    }

    @Test
    @DisplayName("can be imported: it has an identity, a time range, and asks for the data source")
    void imported() throws IOException {
        JsonNode dashboard = dashboard();
        assertThat(dashboard.path("uid").asText()).matches("[\\w-]{1,40}");
        assertThat(dashboard.path("title").asText()).isNotBlank();
        assertThat(dashboard.path("schemaVersion").asInt()).isGreaterThanOrEqualTo(36);
        assertThat(dashboard.path("time").path("from").asText()).startsWith("now-");
        assertThat(dashboard.has("id")).as("an id of some other Grafana").isFalse();
        List<JsonNode> variables = list(dashboard.path("templating").path("list"));
        Set<String> names =
                variables.stream().map(each -> each.path("name").asText()).collect(Collectors.toSet());
        assertThat(variables.get(0).path("type").asText()).isEqualTo("datasource");
        assertThat(list(dashboard.path("panels")))
                .filteredOn(panel -> !panel.path("type").asText().equals("row"))
                .allSatisfy(panel -> {
                    List<JsonNode> targets = list(panel.path("targets"));
                    assertThat(targets).isNotEmpty();
                    assertThat(targets.stream().map(each -> each.path("refId").asText()))
                            .doesNotHaveDuplicates();
                    assertThat(panel.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
                });
        assertThat(VARIABLE.matcher(String.join(" ", expressions())).results().map(found -> found.group(1)))
                .filteredOn(name -> !name.startsWith("__"))
                .allMatch(names::contains);
    }

    @Test
    @DisplayName("has expressions that Prometheus accepts")
    void expressionsAreAccepted() throws Exception {
        StringBuilder rules = new StringBuilder("groups:\n- name: panels\n  rules:\n");
        int number = 0;
        for (String expression : expressions()) {
            String filled = expression
                    .replace("$__rate_interval", "5m")
                    .replace("$__range", "3h")
                    .replaceAll("\\$(job|operation)", ".*");
            rules.append("  - record: panel_%d%n    expr: '%s'%n".formatted(number++, filled));
        }
        Files.writeString(folder.resolve("panels.yml"), rules);
        Promtool.run(folder, "check", "rules", "panels.yml");
    }
}
