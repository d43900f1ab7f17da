package dev.semel.spring.issues;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import dev.semel.http.HttpGuard;
import dev.semel.http.contract.PathContract;
import dev.semel.http.contract.Wire;
import dev.semel.spring.IdempotencyWebFilter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.springframework.http.server.reactive.ContextPathCompositeHandler;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.filter.reactive.UrlHandlerFilter;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

@DisplayName("paths in WebFlux with a filter that removes trailing slashes")
class WebFluxPathsTest extends PathContract {

    @Override
    protected Served serve(String mount, HttpGuard guard) {
        AtomicInteger runs = new AtomicInteger();
        HttpHandler application = RouterFunctions.toHttpHandler(
                endpoints(runs),
                HandlerStrategies.builder()
                        .webFilter(IdempotencyWebFilter.of(guard))
                        .webFilter(UrlHandlerFilter.trailingSlashHandler("/**")
                                .mutateRequest()
                                .build())
                        .build());
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(
                        mount.isEmpty() ? application : new ContextPathCompositeHandler(Map.of(mount, application))))
                .bindNow();
        return new Served() {
            @Override
            public Wire.Reply post(String target, @Nullable String key) throws Exception {
                return Wire.post(server.port(), target, key);
            }

            @Override
            public int runs() {
                return runs.get();
            }

            @Override
            public void close() {
                server.disposeNow();
            }
        };
    }

    private static RouterFunction<ServerResponse> endpoints(AtomicInteger runs) {
        return RouterFunctions.route(POST("/payments"), request -> run(runs))
                .andRoute(POST("/files/**"), request -> run(runs));
    }

    private static Mono<ServerResponse> run(AtomicInteger runs) {
        runs.incrementAndGet();
        return ServerResponse.status(201).build();
    }
}
