package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.InvalidKeyException;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.method.SemelSpringAutoConfiguration;
import dev.semel.boot.route.RouteDraft;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.boot.store.SemelCountersAutoConfiguration;
import dev.semel.http.Dialogue;
import dev.semel.http.Route;
import dev.semel.http.profile.HttpProfile;
import dev.semel.spring.Idempotent;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

@DisplayName("policies from properties")
class PolicyPrecedenceTest {
    private static final String OPERATION = "semel.operations.payments.create.";
    private static final String ROUTE = "semel.http.routes[0].";

    private final WebApplicationContextRunner routes = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelCountersAutoConfiguration.class,
                    SemelHttpAutoConfiguration.class))
            .withPropertyValues("semel.store=memory:", ROUTE + "path=/payments", ROUTE + "operation=payments.create");

    private static String[] prefixed(String prefix, String settings) {
        return settings == null
                ? new String[0]
                : Stream.of(settings.split("; ", -1)).map(prefix::concat).toArray(String[]::new);
    }

    private WebApplicationContextRunner with(String operation, String route) {
        return routes.withPropertyValues(prefixed(OPERATION, operation)).withPropertyValues(prefixed(ROUTE, route));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | | without-key=refuse",
                "retention=25h; lease=9s | | retention=25h; lease=9s; without-key=refuse",
                " | retention=25h; lease=9000 | retention=25h; lease=9s; without-key=refuse",
                "retention=25h; lease=9s | retention=1h | retention=1h; lease=9s; without-key=refuse",
                "while-running=wait(9s) | while-running=accepted | while-running=accept; wait-up-to=9s; without-key=refuse",
                "while-running=accepted | while-running=REFUSE | while-running=refuse; without-key=refuse",
                "while-running=accepted | | while-running=accept; without-key=refuse",
                "wait-up-to=9s | while-running=wait | while-running=wait(9s); without-key=refuse",
                "while-running=wait | wait-up-to=9s | while-running=wait(9s); without-key=refuse",
                " | wait-up-to=9s | wait-up-to=9s; without-key=refuse",
                "after-abandonment=hold | | after-abandonment=hold; without-key=refuse",
                "after-abandonment=hold | afterAbandonment=RUN_AGAIN | after-abandonment=run-again; without-key=refuse",
                "without-store=run-unprotected | | without-key=refuse; without-store=run-unprotected",
                "without-store=run-unprotected | fail-open=false | without-key=refuse; without-store=refuse",
                " | fail-open=true | without-key=refuse; without-store=run-unprotected",
                "without-key=run-unprotected | | without-key=refuse",
                "without-key=refuse | key-required=false | without-key=run-unprotected"
            })
    @DisplayName("A19 of the route override those of the operation, which never make a key optional")
    void routeOverOperation(String operation, String route, String expected) {
        with(operation, route).run(context -> {
            Route made = context.getBean(RouteFactory.class)
                    .of(
                            context.getBean(SemelProperties.class)
                                    .http()
                                    .routes()
                                    .get(0),
                            0,
                            new RouteDraft.OfAll(HttpProfile.IETF, Dialogue.DEFAULT));
            assertThat(made.policy()).hasToString(expected);
        });
    }

    @Test
    @DisplayName("A19 that are invalid are reported by their full names, all of a route together")
    void wrongRoutes() {
        with(null, "while-running=later; after-abandonment=forget; lease=1ms")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessage(ROUTE + "lease is PT0.001S; it must be between PT0.01S and PT168H; " + ROUTE
                                + "while-running is \"later\"; it must be refuse, wait, wait(5s) or accepted; " + ROUTE
                                + "after-abandonment is \"forget\"; it must be run-again, hold or reconcile"));
    }

    static class Payments {
        @Idempotent(operation = "annotated", key = "#key", policy = "without-key=refuse")
        public String annotated(String key) {
            return "ran";
        }

        @Idempotent(operation = "configured", key = "#key", policy = "lease=5s")
        public String configured(String key) {
            return "ran";
        }

        @Idempotent(operation = "unset", key = "#key")
        public String unset(String key) {
            return "ran";
        }
    }

    private static final ApplicationContextRunner METHODS = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SemelAutoConfiguration.class, SemelSpringAutoConfiguration.class))
            .withBean(Payments.class)
            .withPropertyValues(
                    "semel.store=memory:",
                    "semel.operations.annotated.without-key=run-unprotected",
                    "semel.operations.configured.without-key=run-unprotected");

    @Test
    @DisplayName("A19 of the annotation override those of the operation, which override the defaults")
    void annotationOverProperties() {
        METHODS.run(context -> {
            Payments payments = context.getBean(Payments.class);
            assertThatThrownBy(() -> payments.annotated(null)).isInstanceOf(InvalidKeyException.class);
            assertThat(payments.configured(null)).isEqualTo("ran");
            assertThatThrownBy(() -> payments.unset(null)).isInstanceOf(InvalidKeyException.class);
        });
    }

    @Test
    @DisplayName("A19 of a method cannot accept duplicates with 202, which only routes support")
    void acceptingMethod() {
        METHODS.withPropertyValues("semel.operations.unset.while-running=accepted")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessage(
                                "semel.operations.unset.while-running is accepted, which only HTTP routes support"));
    }

    @Test
    @DisplayName("have completion for every setting and every value")
    void metadata() throws Exception {
        List<JsonNode> hints = new ArrayList<>();
        for (URL each : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream file = each.openStream()) {
                new ObjectMapper().readTree(file).path("hints").forEach(hints::add);
            }
        }
        assertThat(values(hints, "semel.operations.keys"))
                .containsExactlyElementsOf(dev.semel.policy.Policy.settings().stream()
                        .map("<name>."::concat)
                        .toList());
        assertThat(values(hints, "semel.operations.values"))
                .contains(
                        "refuse", "wait", "accepted", "run-again", "replay", "as-abandoned", "hold", "run-unprotected");
    }

    private static List<String> values(List<JsonNode> hints, String name) {
        List<String> values = new ArrayList<>();
        hints.stream()
                .filter(hint -> hint.path("name").asText().equals(name))
                .forEach(hint -> hint.path("values")
                        .forEach(value -> values.add(value.path("value").asText())));
        return values;
    }
}
