package dev.semel.spring;

import dev.semel.Context;
import dev.semel.http.Entrance;
import dev.semel.http.HttpGuard;
import dev.semel.spring.webflux.WebHandling;
import dev.semel.spring.webflux.WebRequest;
import java.security.Principal;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A filter that guards the endpoints of a WebFlux application with the routes of an {@link HttpGuard}. The store is called on threads that may block,
 * never on an event loop, and bodies are read without blocking. An answer is stored before its first byte is sent, also if the client has disconnected.
 * Requests that are not guarded pass through unchanged. Safe for use by multiple threads.
 *
 * <p>Requests of guarded routes are held in memory completely, and answers up to the limit of their route. A longer answer is recorded as impossible to
 * replay, and the rest of it streams. An exception that no handler of the application turns into an answer frees the key, for any status that the
 * server sends.
 */
public final class IdempotencyWebFilter implements WebFilter, Ordered {
    /** The attribute of an exchange that has the {@link Context} of the attempt, for child keys. The Reactor context has it as well, under its class. */
    public static final String CONTEXT = WebHandling.CONTEXT;

    /** The attribute of an exchange that the application sets to {@code true} to exclude this answer from being stored, which frees the key. */
    public static final String DO_NOT_STORE = WebHandling.DO_NOT_STORE;

    private final HttpGuard guard;
    private final Function<ServerWebExchange, Mono<String>> principal;
    private final boolean principalRequired;
    private final int order;

    private IdempotencyWebFilter(
            HttpGuard guard,
            Function<ServerWebExchange, Mono<String>> principal,
            boolean principalRequired,
            int order) {
        this.guard = guard;
        this.principal = principal;
        this.principalRequired = principalRequired;
        this.order = order;
    }

    /**
     * Returns a filter that uses the name of the exchange's principal. It must be behind the filter that authenticates. It cannot know whether
     * the application authenticates its callers, so all requests without a principal share one scope, unless {@link #requirePrincipal} is called.
     */
    public static IdempotencyWebFilter of(HttpGuard guard) {
        return new IdempotencyWebFilter(
                guard,
                exchange -> exchange.getPrincipal()
                        .filter(IdempotencyWebFilter::isKnown)
                        .map(Principal::getName),
                false,
                0);
    }

    /** Returns whether a principal is a known caller: Spring Security has a principal for anonymous callers, too. */
    private static boolean isKnown(Principal principal) {
        return !principal.getClass().getSimpleName().equals("AnonymousAuthenticationToken");
    }

    /**
     * Returns a filter that {@linkplain #requirePrincipal requires} a principal of the application's choice.
     *
     * @param principal returns the caller, as a filter before this one has proven it; empty if there is none
     */
    public static IdempotencyWebFilter of(HttpGuard guard, Function<ServerWebExchange, Mono<String>> principal) {
        return new IdempotencyWebFilter(guard, principal, true, 0);
    }

    /**
     * Returns a filter that refuses guarded requests without a principal with 401, except on routes that {@linkplain
     * dev.semel.http.RouteBuilder#allowAnonymous allow anonymous callers}. Off by default for a filter without a principal function.
     */
    public IdempotencyWebFilter requirePrincipal() {
        return new IdempotencyWebFilter(guard, principal, true, order);
    }

    /** Returns a filter with a different order. Defaults to 0, which is behind Spring Security's filters. */
    public IdempotencyWebFilter withOrder(int choice) {
        return new IdempotencyWebFilter(guard, principal, principalRequired, choice);
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return guard.find(request(exchange, null))
                .map(entrance -> who(exchange).flatMap(who -> enter(entrance, who, new WebHandling(exchange, chain))))
                .orElseGet(() -> chain.filter(exchange));
    }

    /** Returns the request with its caller, without its body. */
    private Mono<WebRequest> who(ServerWebExchange exchange) {
        return principal
                .apply(exchange)
                .map(name -> request(exchange, name))
                .switchIfEmpty(Mono.fromSupplier(() -> request(exchange, null)));
    }

    private WebRequest request(ServerWebExchange exchange, @Nullable String who) {
        return WebRequest.of(exchange.getRequest(), who, principalRequired);
    }

    private static Mono<Void> enter(Entrance entrance, WebRequest request, WebHandling handling) {
        OptionalInt limit = entrance.requestLimit(request);
        Mono<WebRequest> whole = limit.isPresent() ? request.read(limit.getAsInt()) : Mono.just(request);
        return Mono.deferContextual(view -> whole.flatMap(each -> asking(() -> handling.enter(entrance, each, view)))
                .flatMap(Function.identity()));
    }

    /** Calls the guard on a thread that may block. A client that disconnects does not interrupt it. */
    private static <T> Mono<T> asking(Callable<T> question) {
        return Mono.defer(() -> {
            CompletableFuture<T> answer = new CompletableFuture<>();
            Schedulers.boundedElastic().schedule(() -> {
                try {
                    answer.complete(question.call());
                } catch (Throwable thrown) {
                    answer.completeExceptionally(thrown);
                }
            });
            return Mono.fromFuture(answer, true);
        });
    }
}
