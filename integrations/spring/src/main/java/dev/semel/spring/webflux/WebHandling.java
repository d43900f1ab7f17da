package dev.semel.spring.webflux;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
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

/** Follows the guard's decision about a request: sends an answer, or runs the rest of the chain and gathers its answer. */
public final class WebHandling {
    /** The attribute of an exchange that has the context of its attempt. */
    public static final String CONTEXT = "dev.semel.spring.IdempotencyWebFilter.context";

    /** The attribute of an exchange that excludes its answer from being stored. */
    public static final String DO_NOT_STORE = "dev.semel.spring.IdempotencyWebFilter.doNotStore";

    private final ServerWebExchange exchange;
    private final WebFilterChain chain;

    /** Creates the handling of one exchange. */
    public WebHandling(ServerWebExchange exchange, WebFilterChain chain) {
        this.exchange = exchange;
        this.chain = chain;
    }

    /** Enters the guard on a thread that may block. The application runs on if the client disconnects. */
    public Mono<Void> enter(Entrance entrance, WebRequest request, ContextView view) throws IOException {
        Entry entry = entrance.enter(request);
        if (entrance.threadBound()
                && entry instanceof Entry.Run running
                && running.ticket().context() != null) {
            try (Ticket ticket = running.ticket()) {
                return new Running(ticket, Integer.MAX_VALUE).begin(view);
            }
        }
        return proceed(entry, view);
    }

    private Mono<Void> proceed(Entry entry, ContextView view) {
        if (entry instanceof Entry.Run running) {
            return new Running(running.ticket(), running.ticket().answerLimit()).begin(view);
        } else if (entry instanceof Entry.Send send) {
            return WebAnswer.send(send.answer(), exchange.getResponse());
        } else if (entry instanceof Entry.Wait wait) {
            CompletionStage<Mono<Void>> next = wait.next().thenApply(later -> proceed(later, view));
            return Mono.fromFuture(next.toCompletableFuture(), true).flatMap(Function.identity());
        }
        return chain.filter(exchange);
    }

    /** Runs the rest of the chain. */
    private final class Running {
        private final Ticket ticket;
        private final WebAnswer gathering;
        private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

        /**
         * Creates the run of a request.
         *
         * @param answerLimit how many bytes of the answer are gathered at most
         */
        Running(Ticket ticket, int answerLimit) {
            this.ticket = ticket;
            this.gathering = new WebAnswer(exchange.getResponse(), answerLimit, this::overflow);
        }

        /** Starts the chain, and returns a publisher that sends the answer. */
        @SuppressWarnings("FutureReturnValueIgnored")
        Mono<Void> begin(ContextView view) {
            ServerWebExchange again = exchange.mutate()
                    .request(new Again(
                            exchange.getRequest(),
                            ticket.body(),
                            exchange.getResponse().bufferFactory()))
                    .response(gathering)
                    .build();
            Context attempt = ticket.context();
            if (attempt != null) {
                exchange.getAttributes().put(CONTEXT, attempt);
            }
            Mono.defer(() -> chain.filter(again))
                    .then(Mono.defer(gathering::setComplete))
                    .contextWrite(context -> attempt == null
                            ? context.putAll(view)
                            : context.putAll(view).put(Context.class, attempt))
                    .toFuture()
                    .whenComplete((nothing, thrown) -> end(thrown));
            return reply().flatMap(reply -> gathering.isOverflowing()
                    ? Mono.fromFuture(ended, true)
                    : WebAnswer.send(reply.answerFor(gathering.answer()), exchange.getResponse()));
        }

        private void end(@Nullable Throwable thrown) {
            if (thrown == null) {
                ticket.finish(answer());
                ended.complete(null);
            } else {
                ticket.fail(thrown);
                ended.completeExceptionally(thrown);
            }
        }

        private Answer answer() {
            Answer answer = gathering.answer();
            boolean vetoed = Boolean.TRUE.equals(exchange.getAttribute(DO_NOT_STORE));
            return vetoed ? answer.notStored() : answer;
        }

        /** Returns the reply. A client that disconnects does not keep the answer from being stored. */
        private Mono<Reply> reply() {
            return Mono.fromFuture(ticket.reply().toCompletableFuture(), true);
        }

        /** Records that the answer exceeds the limit, and returns what to send. */
        private Mono<Reply> overflow() {
            ticket.finish(answer());
            return reply().publishOn(Schedulers.boundedElastic());
        }
    }

    /** The request with its body, which has already been read. */
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
