package dev.semel.boot.actuator;

import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.store.Store;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The health indicator, which is up if the store answers. Disabled by {@code management.health.semel.enabled=false}.
 * Spring Boot 3 and 4 have its types in different packages, so there is one for each.
 */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnBean(Store.class)
@ConditionalOnProperty(name = "management.health.semel.enabled", havingValue = "true", matchIfMissing = true)
public class SemelHealthAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class OfBoot3 {

        @Bean
        @ConditionalOnMissingBean(name = "semelHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator semelHealthIndicator(Store store) {
            StoreProbe probe = new StoreProbe(store);
            return () -> probe.problem()
                    .map(problem -> org.springframework.boot.actuate.health.Health.down()
                            .withDetail("problem", problem))
                    .orElseGet(org.springframework.boot.actuate.health.Health::up)
                    .withDetail("store", probe.store())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class OfBoot4 {

        @Bean
        @ConditionalOnMissingBean(name = "semelHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator semelHealthIndicator(Store store) {
            StoreProbe probe = new StoreProbe(store);
            return () -> probe.problem()
                    .map(problem -> org.springframework.boot.health.contributor.Health.down()
                            .withDetail("problem", problem))
                    .orElseGet(org.springframework.boot.health.contributor.Health::up)
                    .withDetail("store", probe.store())
                    .build();
        }
    }
}
