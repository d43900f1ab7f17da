package dev.semel.boot;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Determines who sends a request to a WebFlux application, as {@link PrincipalResolver} does in a servlet application.
 * A bean of this type replaces the default, which is the exchange's principal, as Spring Security sets it. Must be safe
 * for use by many threads, and must not block.
 */
@FunctionalInterface
public interface ReactivePrincipalResolver {

    /**
     * Returns the name of the caller, or empty if the caller is anonymous. An anonymous request is refused with 401,
     * unless its route allows anonymous callers, which all share one scope.
     */
    Mono<String> principalOf(ServerWebExchange exchange);
}
