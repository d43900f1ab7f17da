package dev.semel.boot.http;

import dev.semel.boot.ReactivePrincipalResolver;
import dev.semel.http.contract.Till;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@DisplayName("hostile requests to a WebFlux application with the starter")
class HostileWebFluxTest extends HostileRequests {

    @Override
    protected Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.STRICT_CHUNKS));
    }

    @Override
    protected Served serve(Till till) {
        return run(WebFluxApplication.class, WebApplicationType.REACTIVE, till, ROUTES);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.autoconfigure.security.reactive.ReactiveSecurityAutoConfiguration",
                "org.springframework.boot.autoconfigure.security.reactive.ReactiveUserDetailsServiceAutoConfiguration",
                "org.springframework.boot.actuate.autoconfigure.security.reactive.ReactiveManagementWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration"
            })
    static class WebFluxApplication {
        @Bean
        ReactiveEndpoints endpoints(Till till) {
            return new ReactiveEndpoints(till);
        }

        @Bean
        ReactivePrincipalResolver callers() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst(Till.PRINCIPAL));
        }
    }

    @RestController
    record ReactiveEndpoints(Till till) {
        @PostMapping({Till.PAYMENTS, Till.HOOKS, Till.EARLY, Till.BUSY, Till.LOCKED, Till.ORDERS})
        Mono<ResponseEntity<String>> handle(@RequestBody(required = false) byte[] body, ServerWebExchange exchange) {
            return Mono.fromCallable(() -> answer(till.handle(
                            exchange.getRequest().getPath().value(),
                            name -> exchange.getRequest().getHeaders().getFirst(name))))
                    .subscribeOn(Schedulers.boundedElastic());
        }
    }
}
