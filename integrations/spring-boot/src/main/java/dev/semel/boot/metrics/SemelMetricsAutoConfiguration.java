package dev.semel.boot.metrics;

import dev.semel.Listener;
import dev.semel.boot.QuotaListener;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.check.Enabled;
import dev.semel.boot.overview.RecordCount;
import dev.semel.boot.overview.SemelOverviewAutoConfiguration;
import dev.semel.boot.purge.PurgeListener;
import dev.semel.boot.store.SemelAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Meters and observations, if the application has registries for them. */
@AutoConfiguration(
        after = {SemelAutoConfiguration.class, SemelOverviewAutoConfiguration.class},
        afterName = {
            // Spring Boot 3
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            // Spring Boot 4
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@Conditional(Enabled.class)
public class SemelMetricsAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnProperty(name = "semel.metrics.enabled", havingValue = "true", matchIfMissing = true)
    static class Meters {

        @Bean
        Listener semelCallMeters(MeterRegistry registry) {
            return new CallMeters(registry);
        }

        @Bean
        QuotaListener semelQuotaMeters(MeterRegistry registry) {
            return new QuotaMeters(registry);
        }

        @Bean
        @ConditionalOnBean(RecordCount.class)
        MeterBinder semelRecordCounts(RecordCount count, SemelProperties settings) {
            Duration every = settings.metrics().recordsEvery();
            boolean isWanted = count.isPossible() && every.compareTo(Duration.ZERO) > 0;
            return isWanted ? new RecordCounts(count, every) : registry -> {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = {"io.micrometer.core.instrument.MeterRegistry", "dev.semel.jdbc.JdbcStore"})
    @ConditionalOnBean(type = "io.micrometer.core.instrument.MeterRegistry")
    @ConditionalOnProperty(name = "semel.metrics.enabled", havingValue = "true", matchIfMissing = true)
    static class OfPurge {

        @Bean
        PurgeListener semelPurgeMeters(MeterRegistry registry) {
            return new PurgeMeters(registry);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnProperty(name = "semel.metrics.observations", havingValue = "true", matchIfMissing = true)
    static class Observations {

        @Bean
        Listener semelObservedCalls(ObservationRegistry registry) {
            return new ObservedCalls(registry);
        }
    }
}
