package dev.semel.spring;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.Handler;
import java.util.concurrent.CompletableFuture;
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
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/** Runs the rest of a chain for a request that may run, and gathers its answer. */
final class WebHandling implements Handler {
    private final ServerWebExchange exchange;
    private final WebFilterChain chain;
    private final ContextView view;
    private final WebAnswer gathering;
    private final CompletableFuture<Answer> answered = new CompletableFuture<>();
    private final CompletableFuture<Answer> recorded = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

    /**
     * Handles a request.
     *
     * @param answerLimit how many bytes of its answer are kept at most
     */
    WebHandling(ServerWebExchange exchange, WebFilterChain chain, ContextView view, int answerLimit) {
        this.exchange = exchange;
        this.chain = chain;
        this.view = view;
        this.gathering = new WebAnswer(exchange.getResponse(), answerLimit, this::overflow);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public CompletionStage<Answer> handle(byte[] body, @Nullable Context attempt) {
        ServerWebExchange again = exchange.mutate()
                .request(new Again(
                        exchange.getRequest(), body, exchange.getResponse().bufferFactory()))
                .response(gathering)
                .build();
        if (attempt != null) {
            exchange.getAttributes().put(IdempotencyWebFilter.CONTEXT, attempt);
        }
        chain.filter(again)
                .then(Mono.defer(gathering::setComplete))
                .contextWrite(context -> attempt == null
                        ? context.putAll(view)
                        : context.putAll(view).put(Context.class, attempt))
                .toFuture()
                .whenComplete((nothing, thrown) -> end(thrown));
        return answered;
    }

    private void end(@Nullable Throwable thrown) {
        if (thrown == null) {
            answered.complete(answer());
            ended.complete(null);
        } else {
            answered.completeExceptionally(thrown);
            ended.completeExceptionally(thrown);
        }
    }

    private Answer answer() {
        Answer answer = gathering.answer();
        boolean vetoed = Boolean.TRUE.equals(exchange.getAttribute(IdempotencyWebFilter.DO_NOT_STORE));
        return vetoed ? answer.notStored() : answer;
    }

    /** The answer is longer than is kept. Returns what to send, once that is recorded: this answer to its end, or another one. */
    private Mono<Answer> overflow() {
        answered.complete(answer());
        return Mono.fromFuture(recorded, true).publishOn(Schedulers.boundedElastic());
    }

    /** Sends what the guard says. */
    @SuppressWarnings("FutureReturnValueIgnored")
    Mono<Void> follow(CompletionStage<Answer> outcome) {
        outcome.whenComplete((answer, thrown) -> {
            if (thrown == null) {
                recorded.complete(answer);
            } else {
                recorded.completeExceptionally(thrown);
            }
        });
        // A client that has hung up does not keep the answer from being stored.
        return Mono.fromFuture(outcome.toCompletableFuture(), true)
                .flatMap(answer -> gathering.isOverflowing()
                        ? Mono.fromFuture(ended, true)
                        : WebAnswer.send(answer, exchange.getResponse()));
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
