package dev.semel.boot.http;

import dev.semel.Semel;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.WrongSettingException;
import dev.semel.boot.route.DialogueDraft;
import dev.semel.boot.route.RouteDraft;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.boot.store.SemelCountersAutoConfiguration;
import dev.semel.http.Dialogue;
import dev.semel.http.HttpGuard;
import dev.semel.spring.IdempotentProblems;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Guards the routes under {@code semel.http.routes}: by a filter in a servlet application, by a web filter in a WebFlux
 * application.
 */
@AutoConfiguration(after = {SemelAutoConfiguration.class, SemelCountersAutoConfiguration.class})
@ConditionalOnWebApplication
@ConditionalOnBean(Semel.class)
@Import({ServletGuard.class, ReactiveGuard.class})
public class SemelHttpAutoConfiguration {

    /** The guard with all routes. An application with routes in its code defines its own. */
    @Bean
    @ConditionalOnMissingBean
    HttpGuard semelHttpGuard(Semel semel, SemelProperties settings, RouteFactory routes) {
        HttpGuard.Builder guard = HttpGuard.builder(semel)
                .statusPath(settings.http().statusPath())
                .statusWait(settings.http().statusWait())
                .maxWaitingForStatus(settings.http().maxWaitingForStatus())
                .dialogue(DialogueDraft.of(settings.http().dialogue()))
                .maxWaitingThreads(settings.http().maxWaitingThreads());
        RouteDraft.OfAll ofAll = new RouteDraft.OfAll(
                settings.http().profile(), DialogueDraft.of(settings.http().dialogue()));
        routes.all(settings.http().routes(), ofAll).forEach(guard::route);
        try {
            return guard.build();
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "The routes under semel.http.routes are invalid: " + e.getMessage(), "Correct them.", e);
        }
    }

    /**
     * Answers with problem documents to the exceptions of methods with {@link dev.semel.spring.Idempotent} in
     * controllers.
     */
    @Bean
    @ConditionalOnMissingBean
    IdempotentProblems semelIdempotentProblems(SemelProperties settings) {
        return new IdempotentProblems(dialogue(settings));
    }

    private static Dialogue dialogue(SemelProperties settings) {
        SemelProperties.Http http = settings.http();
        return DialogueDraft.of(http.dialogue()).over(http.profile().dialogue());
    }
}
