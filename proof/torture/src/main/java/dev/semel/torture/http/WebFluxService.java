package dev.semel.torture.http;

import dev.semel.http.HttpGuard;
import dev.semel.spring.IdempotencyWebFilter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;

/** A WebFlux application on Reactor Netty. */
public final class WebFluxService {
    private static final int PIECE = 8_192;

    private final Application application;
    private final Flaw flaw;

    /** Of the application: the shared one is the adapter's. */
    private final Scheduler elsewhere = Schedulers.newBoundedElastic(60, 10_000, "application");

    private WebFluxService(Application application, Flaw flaw) {
        this.application = application;
        this.flaw = flaw;
    }

    /**
     * Starts it on a free port of the loopback interface.
     *
     * @param node the name that its answers are marked with
     * @return the port
     */
    public static int start(HttpGuard guard, Application application, Flaw flaw, String node) {
        WebFluxService service = new WebFluxService(application, flaw);
        HttpHandler handler = WebHttpHandlerBuilder.webHandler(service::handle)
                .filter(new WebFluxFlaws(flaw, node), IdempotencyWebFilter.of(guard))
                .build();
        return HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(handler))
                .bindNow()
                .port();
    }

    private Mono<Void> handle(ServerWebExchange exchange) {
        return DataBufferUtils.join(exchange.getRequest().getBody())
                .map(WebFluxService::text)
                .defaultIfEmpty("")
                .flatMap(body -> handle(exchange, body));
    }

    private static String text(DataBuffer buffer) {
        String text = buffer.toString(StandardCharsets.UTF_8);
        DataBufferUtils.release(buffer);
        return text;
    }

    private Mono<Void> handle(ServerWebExchange exchange, String body) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        Application.Ask ask = Application.Ask.of(
                exchange.getRequest().getPath().value(),
                headers::getFirst,
                body,
                exchange.getAttribute(IdempotencyWebFilter.CONTEXT));
        Mono<Application.Reply> reply = Mono.fromCallable(() -> application.handle(ask));
        return (application.isAsynchronous(ask.operation()) ? reply.subscribeOn(elsewhere) : reply)
                .flatMap(given -> answer(given, exchange));
    }

    private Mono<Void> answer(Application.Reply reply, ServerWebExchange exchange) {
        if (flaw != Flaw.ANSWERS_EARLY) {
            return write(reply, exchange.getResponse());
        }
        ServerHttpResponse raw = WebFluxFlaws.raw(exchange);
        raw.getHeaders().setContentLength(reply.body().length());
        return write(reply, raw)
                .then(Mono.delay(Duration.ofMillis(Flaw.MOMENT)))
                .then(Mono.defer(() -> write(reply, exchange.getResponse())));
    }

    /** Writes the answer in pieces, so that a long one streams. */
    private static Mono<Void> write(Application.Reply reply, ServerHttpResponse response) {
        response.setStatusCode(HttpStatusCode.valueOf(reply.status()));
        response.getHeaders().set(HttpHeaders.CONTENT_TYPE, Application.Reply.TYPE);
        response.getHeaders().set(HttpHeaders.LOCATION, reply.location());
        String body = reply.body();
        int pieces = (body.length() + PIECE - 1) / PIECE;
        return response.writeAndFlushWith(Flux.range(0, pieces)
                .map(i -> body.substring(i * PIECE, Math.min(body.length(), (i + 1) * PIECE)))
                .map(piece -> Mono.just(response.bufferFactory().wrap(piece.getBytes(StandardCharsets.UTF_8)))));
    }
}
