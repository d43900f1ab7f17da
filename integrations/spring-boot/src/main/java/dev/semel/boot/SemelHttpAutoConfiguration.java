package dev.semel.boot;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.spring.IdempotentProblems;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Guards the routes under {@code semel.http.routes}: by a filter in a servlet application, by a web filter in one with WebFlux. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, SemelCountersAutoConfiguration.class})
@ConditionalOnWebApplication
@ConditionalOnBean(Semel.class)
@Import({ServletGuard.class, ReactiveGuard.class})
public class SemelHttpAutoConfiguration {

    /** The rules; an application with routes in its code makes one of its own. */
    @Bean
    @ConditionalOnMissingBean
    HttpGuard semelHttpGuard(Semel semel, SemelProperties settings, RouteFactory routes) {
        HttpGuard.Builder guard = HttpGuard.builder(semel)
                .statusPath(settings.http().statusPath())
                .maxWaitingThreads(settings.http().maxWaitingThreads());
        List<RouteProperties> all = settings.http().routes();
        for (int i = 0; i < all.size(); i++) {
            guard.route(routes.of(all.get(i), i));
        }
        try {
            return guard.build();
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "The routes under semel.http.routes can't be used: " + e.getMessage(), "Correct them.", e);
        }
    }

    /** Answers by problem documents what methods with {@link dev.semel.spring.Idempotent} throw in controllers. */
    @Bean
    @ConditionalOnMissingBean
    IdempotentProblems semelIdempotentProblems() {
        return new IdempotentProblems();
    }
}
