package dev.semel.boot.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.WrongSettingException;
import dev.semel.boot.method.SemelSpringAutoConfiguration;
import dev.semel.boot.store.SemelAutoConfiguration;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A misspelt setting was accepted, and what it should have protected was unprotected. */
@DisplayName("a name below semel")
class SettingsTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SemelAutoConfiguration.class, SemelSpringAutoConfiguration.class))
            .withPropertyValues("semel.store=memory:");

    private static final String[] MISSPELT = {
        "semel.stor=memory:",
        "semel.http.route[0].path=/a",
        "semel.http.routes[0].path=/a",
        "semel.http.routes[0].retenton=1h",
        "semel.colour=blue"
    };

    @Test
    @DisplayName("that is not a setting fails the start, with all such names and suggestions in one message")
    void unknown() {
        application
                .withPropertyValues(MISSPELT)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(WrongSettingException.class)
                        .hasMessageContaining("semel.stor ")
                        .hasMessageContaining("did you mean semel.store?")
                        .hasMessageContaining("semel.http.route[0].path ")
                        .hasMessageContaining("did you mean semel.http.routes?")
                        .hasMessageContaining("semel.http.routes[0].retenton ")
                        .hasMessageContaining("did you mean semel.http.routes[0].retention?")
                        .hasMessageContaining("semel.colour")
                        .hasMessageNotContaining("blue"));
    }

    @Test
    @DisplayName("that is wrong is reported together with all others, durations included, by its full name")
    void together() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SemelAutoConfiguration.class))
                .withPropertyValues(
                        "semel.store=oracle:secret",
                        "semel.stor=memory:",
                        "semel.store-timeout=5 sec",
                        "semel.near-cache=many",
                        "semel.transactions=sometimes",
                        "semel.pool-size=0",
                        "semel.http.routes[0].path=payments",
                        "semel.http.routes[0].lease=5 sec",
                        "semel.http.routes[0].while-running=later",
                        "semel.http.routes[0].max-request=big",
                        "semel.http.routes[1].path=/orders",
                        "semel.http.routes[1].operation=orders create",
                        "semel.http.routes[1].status-of-other-request=500",
                        "semel.http.routes[1].dialogue.status-while-running=418",
                        "semel.http.dialogue.status-while-running=202",
                        "semel.http.dialogue.retry-after=0s",
                        "semel.http.dialogue.retry-aftr=1s",
                        "semel.http.dialogue.uuid-keys=four",
                        "semel.http.dialogue.key-pattern=(",
                        "semel.http.profile=soap",
                        "semel.quotas.capped.max-rate=0",
                        "semel.quotas.capped.per-day=1",
                        "semel.http.status-wait=1h",
                        "semel.http.max-waiting-for-status=-1",
                        "semel.operations.orders.retention=soon",
                        "semel.quotas.few.window=1 minute",
                        "semel.quotas.many.per-day=-1",
                        "semel.purge.every=0s",
                        "semel.purge.zone=Mars/Olympus")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOfSatisfying(
                                WrongSettingException.class,
                                wrong -> assertThat(wrong.problems())
                                        .satisfiesOnlyOnce(contains("semel.store is not the address of a store"))
                                        .satisfiesOnlyOnce(contains("did you mean semel.store?"))
                                        .satisfiesOnlyOnce(
                                                contains("semel.store-timeout", "is \"5 sec\"; must be a duration"))
                                        .satisfiesOnlyOnce(
                                                contains("semel.near-cache", "is \"many\"; must be a whole number"))
                                        .satisfiesOnlyOnce(contains(
                                                "semel.transactions", "\"sometimes\"; must be if-possible or required"))
                                        .satisfiesOnlyOnce(contains("semel.pool-size is 0; must be 1 or more"))
                                        .satisfiesOnlyOnce(contains("semel.http.routes[0].path: "))
                                        .satisfiesOnlyOnce(contains("semel.http.routes[0].operation is not set"))
                                        .satisfiesOnlyOnce(contains("semel.http.routes[0].lease", "\"5 sec\""))
                                        .satisfiesOnlyOnce(contains("semel.http.routes[0].while-running is \"later\""))
                                        .satisfiesOnlyOnce(
                                                contains("semel.http.routes[0].max-request", "must be a size"))
                                        .satisfiesOnlyOnce(
                                                contains("semel.http.routes[1].operation: ", "orders create"))
                                        .satisfiesOnlyOnce(contains("semel.http.routes[1].status-of-other-request: "))
                                        .satisfiesOnlyOnce(
                                                contains("semel.http.routes[1].dialogue.status-while-running: ", "418"))
                                        .satisfiesOnlyOnce(
                                                contains("semel.http.dialogue.status-while-running: ", "is 202"))
                                        .satisfiesOnlyOnce(contains("semel.http.dialogue.retry-after: ", "PT0S"))
                                        .satisfiesOnlyOnce(contains("did you mean semel.http.dialogue.retry-after?"))
                                        .satisfiesOnlyOnce(contains("semel.http.dialogue.uuid-keys: ", "or any"))
                                        .satisfiesOnlyOnce(contains("semel.http.dialogue.key-pattern: "))
                                        .satisfiesOnlyOnce(contains(
                                                "semel.http.profile", "ietf or stripe or acp or adcp or iceberg"))
                                        .satisfiesOnlyOnce(contains("semel.quotas.capped is invalid: the largest rate"))
                                        .satisfiesOnlyOnce(contains("semel.http.status-wait is PT1H"))
                                        .satisfiesOnlyOnce(contains("semel.http.max-waiting-for-status is -1"))
                                        .satisfiesOnlyOnce(contains("semel.operations.orders.retention is \"soon\""))
                                        .satisfiesOnlyOnce(contains("semel.quotas.few.window", "\"1 minute\""))
                                        .satisfiesOnlyOnce(contains("semel.quotas.many is invalid: the limit is -1"))
                                        .satisfiesOnlyOnce(contains("semel.purge.every is PT0S"))
                                        .satisfiesOnlyOnce(contains("semel.purge.zone", "must be a time zone"))
                                        .noneSatisfy(contains("secret"))));
    }

    private static Consumer<String> contains(String... parts) {
        return problem -> assertThat(problem).contains(parts);
    }

    @Test
    @DisplayName("that is wrong is reported with the file and the line, in a list")
    void originOfValue() {
        Origin line = new Origin() {
            @Override
            public String toString() {
                return "application.yaml - 3:12";
            }
        };
        application
                .withPropertyValues("semel.near-cache=-1")
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new OriginTrackedMapPropertySource(
                                "file", Map.of("semel.store-timeout", OriginTrackedValue.of("5 sec", line)))))
                .run(context -> {
                    FailureAnalysis said = new WrongSettingAnalyzer().analyze(context.getStartupFailure());
                    assertThat(said.getDescription())
                            .contains("\n    - semel.store-timeout (application.yaml - 3:12) is \"5 sec\"")
                            .contains("\n    - semel.near-cache is -1");
                    assertThat(said.getAction()).isEqualTo("Correct them.");
                });
    }

    @Test
    @DisplayName("that only a converter of the application understands is left to it")
    void converters() {
        application
                .withPropertyValues("semel.store-timeout=five seconds")
                .withBean(FiveSeconds.class)
                .run(context -> assertThat(
                                context.getBean(SemelProperties.class).storeTimeout())
                        .hasSeconds(5));
    }

    @ConfigurationPropertiesBinding
    static class FiveSeconds implements Converter<String, Duration> {
        @Override
        public Duration convert(String text) {
            return text.equals("five seconds") ? Duration.ofSeconds(5) : DurationStyle.detectAndParse(text);
        }
    }

    @Test
    @DisplayName("turns nothing off if it is semel.enabled with a misspelt value")
    void enabled() {
        application
                .withPropertyValues("semel.enabled=ture")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("semel.enabled")
                        .hasMessageContaining("is \"ture\"; must be true or false"));
        for (String off : new String[] {"false", "off"}) {
            application
                    .withPropertyValues("semel.enabled=" + off)
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SemelProperties.class));
        }
    }

    @Test
    @DisplayName("that is misspelt is reported before the errors that it causes")
    void first() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SemelAutoConfiguration.class))
                .withPropertyValues("semel.stor=memory:")
                .run(context -> assertThat(context.getStartupFailure()).hasMessageContaining("semel.store?"));
    }

    @Test
    @DisplayName("is reported as it was written, with the file and the line")
    void origin() {
        Origin line = new Origin() {
            @Override
            public String toString() {
                return "application.yaml - 7:9";
            }
        };
        application
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new OriginTrackedMapPropertySource(
                                "file", Map.of("semel.createSchemas", OriginTrackedValue.of("true", line)))))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("semel.createSchemas (application.yaml - 7:9)")
                        .hasMessageContaining("did you mean semel.create-schema?"));
    }

    @Test
    @DisplayName("that is not a setting is a warning or ignored if the application chooses so")
    void choice() {
        for (String choice : new String[] {"warn", "ignore"}) {
            application
                    .withPropertyValues(MISSPELT)
                    .withPropertyValues("semel.http.routes[0].operation=a", "semel.unknown-settings=" + choice)
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    @Test
    @DisplayName("may belong to other code if it is an environment variable or a system property")
    void others() {
        Map<String, Object> variables =
                Map.of("SEMEL_HOME", "/opt", "SEMEL_DISABLED", "true", "SEMEL_REDIS", "x", "SEMEL_POOL_SIZE", "3");
        application
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)))
                .withSystemProperties("semel.demo.rehearsal=true", "semel.home=/opt")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(SemelProperties.class).poolSize())
                            .isEqualTo(3);
                });
        application
                .withSystemProperties("semel.stor=memory:")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    @DisplayName("may be written in any form that Spring Boot accepts")
    void forms() {
        application
                .withPropertyValues(
                        "semel.createSchema=true",
                        "semel.key_prefix=a:",
                        "semel.http.routes[0].path=/a",
                        "semel.http.routes[0].operation=a",
                        "semel.http.routes[0].keyInBody[0]=/id",
                        "semel.http.routes[0].methods=POST,PUT",
                        "semel.quotas.few.per-month=10",
                        "semel.operations.payments.create.retention=25h",
                        "semel.purge.not-from=08:00",
                        "semel.purge.not-to=09:00",
                        "semel.store-timeout=2s",
                        "semel.transactions=required")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
