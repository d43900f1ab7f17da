package dev.semel.boot.store;

import dev.semel.boot.QuotaListener;
import dev.semel.boot.Quotas;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.check.Enabled;
import dev.semel.counter.Counters;
import dev.semel.counter.store.CounterStore;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;

/**
 * Counters and quotas, in the same place as the records. The store for counts is opened only if there is a quota, or if
 * a bean of the application needs {@link Counters}, so that applications without counts need no tables for them. Each
 * bean backs off if the application defines its own.
 */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@Conditional(Enabled.class)
public class SemelCountersAutoConfiguration {

    /** The store for counts. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    CounterStore semelCounterStore(SemelProperties settings, BeanFactory beans, ObjectProvider<OpenStore> records) {
        return StoreChoice.openCounts(settings, beans, records.getIfAvailable());
    }

    /** The counters on the store. Applications may inject them and build their own. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    Counters semelCounters(CounterStore store) {
        return Counters.on(store);
    }

    /** The quotas under {@code semel.quotas}. */
    @Bean
    @ConditionalOnMissingBean
    Quotas semelQuotas(
            SemelProperties settings, ObjectProvider<Counters> counters, ObjectProvider<QuotaListener> listeners) {
        QuotaListener listener = listeners.getIfAvailable(() -> (quota, operation, decision) -> {});
        return new Quotas(settings.quotas(), counters::getObject, listener);
    }
}
