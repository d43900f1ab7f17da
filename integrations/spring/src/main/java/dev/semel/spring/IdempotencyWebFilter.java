package dev.semel.spring;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.HttpGuard;
import java.io.IOException;
import java.security.Principal;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
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
 * loop. The answer is stored before the first byte of it is sent, and also if the client has hung up. Requests that aren't guarded are passed on
 * untouched. Safe for use by many threads.
 *
 * <p>Requests and answers of guarded routes are held in memory as a whole, so streams without an end can't be guarded. An exception that no handler of
 * the application's turns into an answer frees the key, whatever status it gets in the end.
 */
public final class IdempotencyWebFilter implements WebFilter, Ordered {
    /** An attribute of the exchange: the {@link Context} of the attempt, for child keys. It is in the Reactor context as well, under its class. */
    public static final String CONTEXT = IdempotencyWebFilter.class.getName() + ".context";

    /** An attribute of the exchange: if the application sets it to {@code true}, this one answer is not stored and the key is free again. */
    public static final String DO_NOT_STORE = IdempotencyWebFilter.class.getName() + ".doNotStore";

    private final HttpGuard guard;
    private final Function<ServerWebExchange, Mono<String>> principal;
    private final int order;

    private IdempotencyWebFilter(HttpGuard guard, Function<ServerWebExchange, Mono<String>> principal, int order) {
        this.guard = guard;
        this.principal = principal;
        this.order = order;
    }

    /** By the name of the exchange's principal; it must stand behind the filter that finds that out. */
    public static IdempotencyWebFilter of(HttpGuard guard) {
        return of(guard, exchange -> exchange.getPrincipal().map(Principal::getName));
    }

    /**
     * By a principal of the application's choice.
     *
     * @param principal who is asking; empty if nobody knows
     */
    public static IdempotencyWebFilter of(HttpGuard guard, Function<ServerWebExchange, Mono<String>> principal) {
        return new IdempotencyWebFilter(guard, principal, 0);
    }

    /** The same at another place among the filters; 0 by default, which is behind Spring Security's. */
    public IdempotencyWebFilter withOrder(int choice) {
        return new IdempotencyWebFilter(guard, principal, choice);
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        WebRequest request = new WebRequest(exchange.getRequest(), null);
        if (guard.isGuarded(request)) {
            return who(exchange).flatMap(who -> guarded(exchange, chain, who.orElse(null)));
        } else if (guard.isStatusAddress(request)) {
            return who(exchange).flatMap(who -> status(exchange, who.orElse(null)));
        }
        return chain.filter(exchange);
    }

    private Mono<Optional<String>> who(ServerWebExchange exchange) {
        return principal.apply(exchange).map(Optional::of).defaultIfEmpty(Optional.empty());
    }

    private Mono<Void> guarded(ServerWebExchange exchange, WebFilterChain chain, @Nullable String who) {
        return Mono.deferContextual(view -> {
            WebHandling handling = new WebHandling(exchange, chain, view);
            return Mono.fromCallable(() -> handle(new WebRequest(exchange.getRequest(), who), handling))
                    .subscribeOn(Schedulers.boundedElastic())
                    .flatMap(stage -> stage.map(answering -> sending(exchange, answering))
                            .orElseGet(() -> chain.filter(exchange)));
        });
    }

    private Optional<CompletionStage<Answer>> handle(WebRequest request, WebHandling handling) throws IOException {
        try {
            return guard.handle(request, handling);
        } finally {
            request.close();
        }
    }

    private static Mono<Void> sending(ServerWebExchange exchange, CompletionStage<Answer> answering) {
        // A client that has hung up does not keep the answer from being stored.
        return Mono.fromFuture(answering.toCompletableFuture(), true)
                .flatMap(answer -> WebAnswer.send(answer, exchange.getResponse()));
    }

    private Mono<Void> status(ServerWebExchange exchange, @Nullable String who) {
        return Mono.fromCallable(() -> guard.status(new WebRequest(exchange.getRequest(), who)))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(Mono::justOrEmpty)
                .flatMap(answer -> WebAnswer.send(answer, exchange.getResponse()));
    }
}
