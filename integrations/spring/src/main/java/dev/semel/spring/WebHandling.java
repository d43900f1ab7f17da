package dev.semel.spring;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.Handler;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Runs the rest of a chain for a request that may run, and gathers its answer. */
record WebHandling(ServerWebExchange exchange, WebFilterChain chain, ContextView view) implements Handler {

    @Override
    public CompletionStage<Answer> handle(byte[] body, @Nullable Context attempt) {
        WebAnswer gathering = new WebAnswer(exchange.getResponse());
        ServerWebExchange again = exchange.mutate()
                .request(new Again(
                        exchange.getRequest(), body, exchange.getResponse().bufferFactory()))
                .response(gathering)
                .build();
        if (attempt != null) {
            exchange.getAttributes().put(IdempotencyWebFilter.CONTEXT, attempt);
        }
        return chain.filter(again)
                .then(Mono.defer(gathering::setComplete))
                .then(Mono.fromSupplier(() -> answer(gathering)))
                .contextWrite(context -> attempt == null
                        ? context.putAll(view)
                        : context.putAll(view).put(Context.class, attempt))
                .toFuture();
    }

    private Answer answer(WebAnswer gathered) {
        Answer answer = gathered.answer();
        boolean vetoed = Boolean.TRUE.equals(exchange.getAttribute(IdempotencyWebFilter.DO_NOT_STORE));
        return vetoed ? answer.notStored() : answer;
    }

    /** The request with its body, which has been read already. */
    private static final class Again extends ServerHttpRequestDecorator {
        private final byte[] body;
        private final DataBufferFactory buffers;

        Again(ServerHttpRequest request, byte[] body, DataBufferFactory buffers) {
            super(request);
            this.body = body;
            this.buffers = buffers;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return body.length == 0 ? Flux.empty() : Flux.defer(() -> Flux.just(buffers.wrap(body)));
        }
    }
}
