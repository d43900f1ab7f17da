package dev.semel.boot.purge;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.jdbc.JdbcStore;
import dev.semel.store.Store;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** The scheduled purge of SQL stores. */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnClass(JdbcStore.class)
@ConditionalOnBean(Store.class)
@ConditionalOnProperty(name = "semel.purge.enabled", havingValue = "true", matchIfMissing = true)
public class SemelPurgeAutoConfiguration {

    @Bean
    PurgeSchedule semelPurgeSchedule(
            Store store,
            ConfigurableListableBeanFactory beans,
            SemelProperties settings,
            ObjectProvider<PurgeListener> listeners) {
        PurgeListener listener = listeners.getIfAvailable();
        return new PurgeSchedule(store, beans, settings.purge(), listener);
    }
}
