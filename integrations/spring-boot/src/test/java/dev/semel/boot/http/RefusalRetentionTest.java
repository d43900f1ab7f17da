package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.boot.store.SemelCountersAutoConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

@DisplayName("semel.http.routes[*].refusal-retention")
class RefusalRetentionTest {
    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelCountersAutoConfiguration.class,
                    SemelHttpAutoConfiguration.class))
            .withPropertyValues(
                    "semel.store=memory:",
                    "semel.http.routes[0].path=/payments",
                    "semel.http.routes[0].operation=payments.create");

    @Test
    @DisplayName("C32 is passed to the route, which refuses values that are not positive")
    void reachesTheRoute() {
        application
                .withPropertyValues("semel.http.routes[0].refusal-retention=10m")
                .run(context -> assertThat(context).hasNotFailed());
        application
                .withPropertyValues("semel.http.routes[0].refusal-retention=0s")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("semel.http.routes[0].refusal-retention: the refusal retention is PT0S"));
    }
}
