package dev.semel.torture.http;

import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Stands before Semel's filter, marks answers with the node, and breaks what is to be broken. */
final class WebFluxFlaws implements WebFilter {
    private static final String RAW = "raw response";

    private final Flaw flaw;
    private final String node;
    private final Semaphore places = new Semaphore(Flaw.PLACES);

    WebFluxFlaws(Flaw flaw, String node) {
        this.flaw = flaw;
        this.node = node;
    }

    /** Returns the server's own response. */
    static ServerHttpResponse raw(ServerWebExchange exchange) {
        return Objects.requireNonNull(exchange.getAttribute(RAW));
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpResponse response = exchange.getResponse();
        exchange.getAttributes().put(RAW, response);
        response.getHeaders().set(Application.NODE, node);
        return switch (flaw) {
            case TAKES_PARTS ->
                chain.filter(exchange.mutate()
                        .request(new TakesParts(exchange.getRequest()))
                        .build());
            case REPLAYS_OTHER_STATUS, REPLAYS_WITHOUT_BODY ->
                chain.filter(exchange.mutate()
                        .response(new ReplaysOtherwise(response, flaw))
                        .build());
            case LEAKS_PLACES -> leak(exchange, chain);
            default -> chain.filter(exchange);
        };
    }

    private Mono<Void> leak(ServerWebExchange exchange, WebFilterChain chain) {
        if (!places.tryAcquire()) {
            exchange.getResponse().setStatusCode(HttpStatusCode.valueOf(Flaw.NO_PLACE));
            return exchange.getResponse().setComplete();
        }
        boolean leaks = exchange.getRequest().getHeaders().containsKey(Application.HANGS_UP);
        return chain.filter(exchange).doFinally(end -> {
            if (!leaks) {
                places.release();
            }
        });
    }

    private static final class TakesParts extends ServerHttpRequestDecorator {
        TakesParts(ServerHttpRequest request) {
            super(request);
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return super.getBody().onErrorResume(thrown -> Flux.empty());
        }
    }

    private static final class ReplaysOtherwise extends ServerHttpResponseDecorator {
        private final Flaw flaw;

        ReplaysOtherwise(ServerHttpResponse response, Flaw flaw) {
            super(response);
            this.flaw = flaw;
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            if (!getHeaders().containsKey(Flaw.REPLAYED)) {
                return super.writeWith(body);
            } else if (flaw == Flaw.REPLAYS_OTHER_STATUS) {
                setStatusCode(HttpStatusCode.valueOf(200));
                return super.writeWith(body);
            }
            getHeaders().setContentLength(0);
            return Flux.from(body).doOnNext(DataBufferUtils::release).then(setComplete());
        }
    }
}
