package dev.semel.boot;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Says who sends a request to a WebFlux application, as {@link PrincipalResolver} does in a servlet one. A bean of this type takes the place of the default,
 * which is the exchange's principal, as Spring Security sets it. Must be safe for use by many threads, and must not block.
 */
@FunctionalInterface
public interface ReactivePrincipalResolver {

    /** The name of whoever sends this request; empty if nobody knows: all of those share one scope. */
    Mono<String> principalOf(ServerWebExchange exchange);
}
