package dev.semel.spring;

import dev.semel.Context;
import dev.semel.http.Entrance;
import dev.semel.http.HttpGuard;
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
 * Guards the endpoints of a WebFlux application by the routes of an {@link HttpGuard}. The store is asked on threads that may block, never on an event
 * loop; bodies are read without blocking. The answer is stored before the first byte of it is sent, and also if the client has hung up. Requests that aren't guarded are passed on
 * untouched. Safe for use by many threads.
 *
 * <p>Requests of guarded routes are held in memory as a whole, and answers up to the limit of their route. A longer answer is recorded as one that
 * can't be replayed, and sent on while it is written. An exception that no handler of
 * the application's turns into an answer frees the key, whatever status it gets in the end.
 */
public final class IdempotencyWebFilter implements WebFilter, Ordered {
    /** An attribute of the exchange: the {@link Context} of the attempt, for child keys. It is in the Reactor context as well, under its class. */
    public static final String CONTEXT = IdempotencyWebFilter.class.getName() + ".context";

    /** An attribute of the exchange: if the application sets it to {@code true}, this one answer is not stored and the key is free again. */
    public static final String DO_NOT_STORE = IdempotencyWebFilter.class.getName() + ".doNotStore";

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
     * Returns a filter that takes the name of the exchange's principal; it must stand behind the filter that authenticates. It can't know whether
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

    /** Spring Security has a principal for anonymous callers, too. */
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

    /** The same at another place among the filters; 0 by default, which is behind Spring Security's. */
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

    /** The request with who is asking, without its body. */
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

    /** Asks the guard on a thread that may block. A client that hangs up does not interrupt it. */
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
