package dev.semel.spring;

import dev.semel.Semel;
import dev.semel.http.contract.HostileConnectionsContract;
import dev.semel.http.contract.Till;
import dev.semel.memory.MemoryStore;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@DisplayName("hostile requests to the filter for WebFlux")
class HostileWebFluxTest extends HostileConnectionsContract {

    @Override
    protected Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.STRICT_CHUNKS));
    }

    @Override
    protected Served serve(Till till) {
        Semel semel = Semel.on(MemoryStore.create());
        // Its own, as the application would have it that blocks: the shared one is the adapter's.
        Scheduler blocking = Schedulers.newBoundedElastic(50, 1000, "till");
        HttpHandler handler = WebHttpHandlerBuilder.webHandler(exchange -> handle(exchange, till, blocking))
                .filter(IdempotencyWebFilter.of(
                        Till.guard(semel),
                        exchange -> Mono.justOrEmpty(
                                exchange.getRequest().getHeaders().getFirst(Till.PRINCIPAL))))
                .build();
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(handler))
                .bindNow();
        return new Served() {
            @Override
            public int port() {
                return server.port();
            }

            @Override
            public void close() {
                server.disposeNow();
                blocking.dispose();
                semel.close();
            }
        };
    }

    private static Mono<Void> handle(ServerWebExchange exchange, Till till, Scheduler blocking) {
        Mono<Integer> read = exchange.getRequest()
                .getBody()
                .map(buffer -> {
                    int count = buffer.readableByteCount();
                    org.springframework.core.io.buffer.DataBufferUtils.release(buffer);
                    return count;
                })
                .reduce(0, Integer::sum);
        return read.flatMap(count -> Mono.fromCallable(() -> till.handle(
                                exchange.getRequest().getPath().value(),
                                name -> exchange.getRequest().getHeaders().getFirst(name)))
                        .subscribeOn(blocking))
                .flatMap(outcome -> {
                    exchange.getResponse().setRawStatusCode(outcome.status());
                    return exchange.getResponse()
                            .writeWith(Mono.just(exchange.getResponse()
                                    .bufferFactory()
                                    .wrap(outcome.text().getBytes(java.nio.charset.StandardCharsets.UTF_8))));
                });
    }
}
