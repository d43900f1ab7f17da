package dev.semel.boot.store;

import dev.semel.Listener;
import dev.semel.Semel;
import dev.semel.boot.OperationPolicies;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.check.Enabled;
import dev.semel.boot.check.SettingsCheck;
import dev.semel.store.Store;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * The store and the {@link Semel} on it. Each backs off if the application defines its own bean. All beans of the type
 * {@link Listener} receive events.
 */
@AutoConfiguration
@Conditional(Enabled.class)
@EnableConfigurationProperties(SemelProperties.class)
public class SemelAutoConfiguration {

    /** Checks the settings before anything is built from them. */
    @Bean
    static SettingsCheck semelSettingsCheck(Environment environment) {
        return new SettingsCheck(environment);
    }

    /** The policies under {@code semel.operations}. */
    @Bean
    @ConditionalOnMissingBean
    OperationPolicies semelOperationPolicies(SemelProperties settings) {
        return OperationPolicies.of(settings.operations());
    }

    /** The instance on the store. Applications may inject it and build their own operations. */
    @Bean
    @ConditionalOnMissingBean
    Semel semel(Store store, SemelProperties settings, ObjectProvider<Listener> listeners) {
        Semel.Builder semel =
                Semel.builder(store).nearCache(settings.nearCache()).storeTimeout(settings.storeTimeout());
        listeners.orderedStream().forEach(semel::listener);
        return semel.build();
    }

    /** The store for records, unless the application defines one. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Store.class)
    static class StoreConfiguration {

        @Bean
        OpenStore semelOpenStore(SemelProperties settings, BeanFactory beans) {
            return StoreChoice.open(settings, beans);
        }

        /** Not closed as a bean: {@link OpenStore} closes it, together with its pool. */
        @Bean(destroyMethod = "")
        Store semelStore(OpenStore open) {
            return open.store();
        }
    }
}
