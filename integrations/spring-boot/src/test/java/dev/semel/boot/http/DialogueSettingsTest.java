package dev.semel.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.boot.store.SemelCountersAutoConfiguration;
import dev.semel.http.Answer;
import dev.semel.http.FakeExchange;
import dev.semel.http.HttpGuard;
import dev.semel.http.Problem;
import dev.semel.http.Route;
import dev.semel.http.contract.Door;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

@DisplayName("the settings of a dialogue")
class DialogueSettingsTest {
    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelCountersAutoConfiguration.class,
                    SemelHttpAutoConfiguration.class))
            .withPropertyValues(
                    "semel.store=memory:",
                    "semel.http.unmatched-routes=ignore",
                    "semel.http.routes[0].path=/payments",
                    "semel.http.routes[0].operation=payments.create");

    private void route(Consumer<Route> check, String... settings) {
        application.withPropertyValues(settings).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context.getBean(HttpGuard.class).routes().get(0));
        });
    }

    @Test
    @DisplayName("have defaults, and each reaches the route, whose settings take precedence over those of all routes")
    void each() {
        route(route -> {
            assertThat(route.methods()).containsExactlyInAnyOrder("POST", "PATCH");
            assertThat(route.keyRequired()).isTrue();
            assertThat(route.statusOfOtherRequest()).isEqualTo(422);
            assertThat(route.dialogue().statusWhileRunning()).isEqualTo(409);
        });
        route(
                route -> {
                    assertThat(route.dialogue().statusWhileRunning()).isEqualTo(425);
                    assertThat(route.dialogue().retryAfter()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(route.dialogue().replayHeader()).isEqualTo("X-Replayed");
                    assertThat(route.dialogue().replayedMember()).isEqualTo("again");
                    assertThat(route.dialogue().marksOfFirst(Duration.ofSeconds(9)))
                            .extracting(header -> header.name() + "=" + header.value())
                            .containsExactly("X-Replayed=false", "X-Left=9");
                    assertThat(route.dialogue().typeOf(Problem.IN_DOUBT)).isEqualTo("https://example.com/p#in-doubt");
                    assertThat(route.dialogue().typeOf(Problem.QUOTA_EXCEEDED)).startsWith("https://iana.org/");
                    assertThat(route.dialogue()
                                    .answer(Problem.IN_DOUBT.refusal(""))
                                    .header("Link"))
                            .contains("</docs>; rel=\"describedby\"");
                    assertThat(route.dialogue().problemWithKey("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"))
                            .isEmpty();
                    assertThat(route.dialogue().problemWithKey("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"))
                            .isPresent();
                    assertThat(route.comparedOnly()).containsExactly("/amount");
                },
                "semel.http.dialogue.status-while-running=429",
                "semel.http.dialogue.retry-after=7s",
                "semel.http.routes[0].dialogue.status-while-running=425",
                "semel.http.routes[0].dialogue.replay-header=X-Replayed",
                "semel.http.routes[0].dialogue.marks-first=true",
                "semel.http.routes[0].dialogue.expiry-header=X-Left",
                "semel.http.routes[0].dialogue.replayed-member=again",
                "semel.http.routes[0].dialogue.problem-types=https://example.com/p#",
                "semel.http.routes[0].dialogue.registered-types=true",
                "semel.http.routes[0].dialogue.documentation=/docs",
                "semel.http.routes[0].dialogue.uuid-keys=7",
                "semel.http.routes[0].comparing-only=/amount");
        route(
                route -> assertThat(route.dialogue().problemWithKey("abc")).contains("it has less than 4 characters"),
                "semel.http.dialogue.key-length=4",
                "semel.http.dialogue.key-pattern=[a-z]+");
    }

    @Test
    @DisplayName("may be those of a profile, for all routes or for one, and other settings take precedence")
    void profiles() {
        route(
                route -> {
                    assertThat(route.methods()).isEqualTo(Set.of("POST"));
                    assertThat(route.keyRequired()).isFalse();
                    assertThat(route.statusOfOtherRequest()).isEqualTo(400);
                    assertThat(route.dialogue().replayHeader()).isEqualTo("Idempotent-Replayed");
                },
                "semel.http.profile=stripe");
        route(
                route -> {
                    assertThat(route.methods()).isEqualTo(Set.of("PUT"));
                    assertThat(route.keyRequired()).isTrue();
                    assertThat(route.dialogue().replayHeader()).isEqualTo("X-Replayed");
                    assertThat(route.dialogue().statusWhileRunning()).isEqualTo(425);
                },
                "semel.http.profile=stripe",
                "semel.http.dialogue.replay-header=X-Replayed",
                "semel.http.dialogue.status-while-running=425",
                "semel.http.routes[0].methods=PUT",
                "semel.http.routes[0].key-required=true");
        route(
                route -> {
                    assertThat(route.keyInBody()).isNotNull();
                    assertThat(route.dialogue().replayedMember()).isEqualTo("replayed");
                },
                "semel.http.profile=stripe",
                "semel.http.routes[0].profile=adcp");
    }

    @Test
    @DisplayName("of a route with its own profile have no words of the profile of all routes")
    void ownProfile() {
        application
                .withPropertyValues("semel.http.profile=iceberg", "semel.http.routes[0].profile=acp")
                .run(context -> {
                    Answer created = Answer.of(201, List.of(), new byte[0]);
                    Answer answer = Door.handle(
                                    context.getBean(HttpGuard.class),
                                    FakeExchange.with("no-uuid").path("/payments"),
                                    (body, attempt) -> CompletableFuture.completedFuture(created))
                            .orElseThrow()
                            .toCompletableFuture()
                            .join();
                    assertThat(answer.status()).isEqualTo(201);
                });
    }
}
