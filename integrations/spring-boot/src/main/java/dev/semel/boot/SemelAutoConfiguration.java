package dev.semel.boot;

import dev.semel.Listener;
import dev.semel.Semel;
import dev.semel.store.Store;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * The store and the {@link Semel} on it. Each steps back for a bean of the application's own. All beans of the type {@link Listener} are told
 * of events.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "semel.enabled", havingValue = "true", matchIfMissing = true)
@EnableConfigurationProperties(SemelProperties.class)
public class SemelAutoConfiguration {

    /** Looks for misspelt settings before anything is built from the others. */
    @Bean
    static UnknownSettings semelUnknownSettings(Environment environment) {
        return new UnknownSettings(environment);
    }

    /** What {@code semel.operations} says. */
    @Bean
    @ConditionalOnMissingBean
    OperationPolicies semelOperationPolicies(Environment environment) {
        return OperationPolicies.of(environment);
    }

    /** Thread-safe; the application may inject it and make operations of its own. */
    @Bean
    @ConditionalOnMissingBean
    Semel semel(Store store, SemelProperties settings, ObjectProvider<Listener> listeners) {
        Semel.Builder semel =
                Semel.builder(store).nearCache(settings.nearCache()).storeTimeout(settings.storeTimeout());
        listeners.orderedStream().forEach(semel::listener);
        return semel.build();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Store.class)
    static class StoreConfiguration {

        @Bean
        OpenStore semelOpenStore(SemelProperties settings, BeanFactory beans) {
            return StoreChoice.open(settings, beans);
        }

        /** Closed with what was opened for it. */
        @Bean(destroyMethod = "")
        Store semelStore(OpenStore open) {
            return open.store();
        }
    }
}
