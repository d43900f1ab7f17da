package dev.semel.boot;

import dev.semel.store.Store;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A health indicator: up if the store answers. Turned off by {@code management.health.semel.enabled=false}. The types for it are elsewhere in Spring
 * Boot 4 than in 3, so there are two of it, of which one fits.
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
                    .map(org.springframework.boot.actuate.health.Health::down)
                    .orElseGet(org.springframework.boot.actuate.health.Health::up)
                    .withDetail("store", probe.kind())
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
                    .map(org.springframework.boot.health.contributor.Health::down)
                    .orElseGet(org.springframework.boot.health.contributor.Health::up)
                    .withDetail("store", probe.kind())
                    .build();
        }
    }
}
