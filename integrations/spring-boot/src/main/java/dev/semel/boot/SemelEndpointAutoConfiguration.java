package dev.semel.boot;

import dev.semel.store.Store;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The Actuator endpoint, if it is exposed. */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Store.class)
@ConditionalOnAvailableEndpoint(endpoint = SemelEndpoint.class)
public class SemelEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SemelEndpoint semelEndpoint(Store store, OperationPolicies policies) {
        return new SemelEndpoint(store, policies);
    }
}
