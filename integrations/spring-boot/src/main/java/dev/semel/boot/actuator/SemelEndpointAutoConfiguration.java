package dev.semel.boot.actuator;

import dev.semel.boot.OperationPolicies;
import dev.semel.boot.overview.Overview;
import dev.semel.boot.overview.RecordCount;
import dev.semel.boot.overview.SemelOverviewAutoConfiguration;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.store.Store;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** The Actuator endpoints, if they are exposed. */
@AutoConfiguration(after = {SemelAutoConfiguration.class, SemelOverviewAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean({Overview.class, RecordCount.class})
public class SemelEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(endpoint = SemelEndpoint.class)
    SemelEndpoint semelEndpoint(
            Store store,
            OperationPolicies policies,
            Overview overview,
            RecordCount counts,
            ApplicationEventPublisher events) {
        return new SemelEndpoint(
                new Listing(overview, counts), new RecordDesk(store), policies, new RecordAudit(events));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(endpoint = SemelRecordsEndpoint.class)
    SemelRecordsEndpoint semelRecordsEndpoint(Store store, Overview overview) {
        return new SemelRecordsEndpoint(store, new Absence(overview));
    }
}
