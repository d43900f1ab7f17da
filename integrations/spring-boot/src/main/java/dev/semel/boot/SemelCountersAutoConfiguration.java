package dev.semel.boot;

import dev.semel.counter.Counters;
import dev.semel.counter.store.CounterStore;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Counters and quotas, in the store that the records are in. The store for counts is opened only if there is a quota, or something of the application's
 * asks for {@link Counters}: who does not count needs no tables for it. Each steps back for a bean of the application's own.
 */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnProperty(name = "semel.enabled", havingValue = "true", matchIfMissing = true)
public class SemelCountersAutoConfiguration {

    /** Where counts are kept. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    CounterStore semelCounterStore(SemelProperties settings, BeanFactory beans, ObjectProvider<OpenStore> records) {
        return CountStores.open(settings, beans, records.getIfAvailable());
    }

    /** Thread-safe; the application may inject it and make counters of its own. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    Counters semelCounters(CounterStore store) {
        return Counters.on(store);
    }

    /** What {@code semel.quotas} says. */
    @Bean
    @ConditionalOnMissingBean
    Quotas semelQuotas(
            SemelProperties settings, ObjectProvider<Counters> counters, ObjectProvider<QuotaListener> listeners) {
        QuotaListener listener = listeners.getIfAvailable(() -> (quota, operation, decision) -> {});
        return new Quotas(settings.quotas(), counters::getObject, listener);
    }
}
