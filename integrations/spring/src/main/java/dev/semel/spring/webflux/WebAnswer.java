package dev.semel.spring.webflux;

import dev.semel.http.Answer;
import dev.semel.http.Header;
import dev.semel.http.Reply;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A response that is gathered instead of sent. If it exceeds the limit, that is recorded, and the rest of it streams. */
final class WebAnswer extends AbstractServerHttpResponse {
    private final ServerHttpResponse real;
    private final int limit;
    private final Supplier<Mono<Reply>> overflow;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final List<Header> cookies = new ArrayList<>();
    private volatile boolean overflowing;
    private volatile @Nullable Answer gathered;

    /**
     * Gathers a response.
     *
     * @param limit how many bytes are gathered at most
     * @param overflow records that the response is longer, and returns what to send
     */
    WebAnswer(ServerHttpResponse real, int limit, Supplier<Mono<Reply>> overflow) {
        super(real.bufferFactory());
        this.real = real;
        this.limit = limit;
        this.overflow = overflow;
    }

    /** Returns whether the response exceeds the limit, so that it streams. */
    boolean isOverflowing() {
        return overflowing;
    }

    /** Returns the gathered answer, once the response is complete or exceeds the limit. */
    Answer answer() {
        Answer before = gathered;
        if (before != null) {
            return before;
        }
        List<Header> headers = new ArrayList<>();
        getHeaders().forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
        headers.addAll(cookies);
        HttpStatusCode status = getStatusCode();
        Answer answer = Answer.of(status == null ? 200 : status.value(), headers, body.toByteArray());
        gathered = answer;
        return answer;
    }

    static Mono<Void> send(Answer answer, ServerHttpResponse to) {
        head(answer, to);
        if (answer.body().length == 0) {
            return to.setComplete();
        }
        to.getHeaders().setContentLength(answer.body().length);
        return to.writeWith(Mono.fromSupplier(() -> to.bufferFactory().wrap(answer.body())));
    }

    private static void head(Answer answer, ServerHttpResponse to) {
        to.setRawStatusCode(answer.status());
        // outer filters may have set values of these, which remain
        Set<String> begun = new HashSet<>(Set.of("vary", "access-control-expose-headers"));
        for (Header header : answer.headers()) {
            if (begun.add(header.name().toLowerCase(Locale.ROOT))) {
                to.getHeaders().set(header.name(), header.value());
            } else {
                to.getHeaders().add(header.name(), header.value());
            }
        }
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // so declared by Spring
    public <T> T getNativeResponse() {
        return ServerHttpResponseDecorator.getNativeResponse(real);
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> content) {
        return gather(Flux.from(content), rest -> real.writeWith(rest));
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> content) {
        return gather(Flux.from(content).concatMap(Flux::from), rest -> real.writeAndFlushWith(rest.map(Mono::just)));
    }

    /** Gathers content up to the limit, and passes nothing on. Above the limit it passes on the gathered content and then the rest. */
    private Mono<Void> gather(Flux<? extends DataBuffer> content, Function<Flux<DataBuffer>, Mono<Void>> sending) {
        return content.<DataBuffer>handle((buffer, through) -> {
                    if (overflowing) {
                        through.next(buffer);
                        return;
                    }
                    WebRequest.move(body, buffer);
                    if (body.size() > limit) {
                        overflowing = true;
                        through.next(bufferFactory().wrap(answer().body()));
                    }
                })
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                .switchOnFirst((first, rest) -> first.hasValue() ? overflow(rest, sending) : rest.then())
                .then();
    }

    private Mono<Void> overflow(Flux<DataBuffer> rest, Function<Flux<DataBuffer>, Mono<Void>> sending) {
        return overflow.get().flatMap(reply -> {
            Answer answer = reply.answerFor(answer());
            if (reply instanceof Reply.Instead) {
                return send(answer, real)
                        .then(rest.doOnNext(DataBufferUtils::release).then());
            }
            head(answer, real);
            return sending.apply(rest);
        });
    }

    @Override
    protected void applyStatusCode() {
        // read when the response is complete
    }

    @Override
    protected void applyHeaders() {
        // read when the response is complete
    }

    @Override
    protected void applyCookies() {
        getCookies()
                .values()
                .forEach(each ->
                        each.forEach(cookie -> cookies.add(new Header(HttpHeaders.SET_COOKIE, cookie.toString()))));
    }
}
