package dev.semel.boot.overview;

import dev.semel.boot.OperationPolicies;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.store.Store;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** The overview of what is guarded, its line in the log, and the count of records. */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnBean({Store.class, OperationPolicies.class})
public class SemelOverviewAutoConfiguration {

    @Bean
    Overview semelOverview(ConfigurableListableBeanFactory beans, OperationPolicies policies) {
        return new Overview(beans, policies);
    }

    @Bean
    @Lazy(false)
    StartReport semelStartReport(Overview overview, ApplicationContext context) {
        return new StartReport(overview, context);
    }

    /** Counts nothing before a meter or an endpoint asks for it. */
    @Bean
    @ConditionalOnSingleCandidate(Store.class)
    RecordCount semelRecordCount(Store store) {
        return new RecordCount(store);
    }
}
