package dev.semel.boot.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.http.SemelHttpAutoConfiguration;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.boot.store.SemelCountersAutoConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

@DisplayName("the settings of a quota")
class QuotaSettingsTest {
    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelCountersAutoConfiguration.class,
                    SemelHttpAutoConfiguration.class));

    @ParameterizedTest
    @DisplayName("that are invalid are reported in a sentence")
    @CsvSource(
            delimiter = '|',
            value = {
                "semel.quotas.q.zone=UTC           | it has no limit",
                "semel.quotas.q.per-day=-1         | the limit is -1; must be 0 or more",
                "semel.quotas.q.window=10s         | only one of window and per-window",
                "semel.quotas[a b].per-day=1       | the counter's name",
                "semel.http.routes[0].quota=absent | there is no quota of that name"
            })
    void wrong(String property, String sentence) {
        application
                .withPropertyValues(
                        "semel.store=memory:",
                        "semel.http.routes[0].path=/a",
                        "semel.http.routes[0].operation=a",
                        property)
                .run(context -> {
                    FailureAnalysis said = new WrongSettingAnalyzer().analyze(context.getStartupFailure());
                    assertThat(said.getDescription()).contains(sentence);
                    assertThat(said.getAction()).isNotBlank();
                });
    }
}
