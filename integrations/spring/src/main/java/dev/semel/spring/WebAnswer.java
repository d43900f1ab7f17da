package dev.semel.spring;

import dev.semel.http.Answer;
import dev.semel.http.Header;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

/** A response that is gathered instead of sent. */
final class WebAnswer extends AbstractServerHttpResponse {
    private final ServerHttpResponse real;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final List<Header> cookies = new ArrayList<>();

    WebAnswer(ServerHttpResponse real) {
        super(real.bufferFactory());
        this.real = real;
    }

    /** What was gathered, once the response is complete. */
    Answer answer() {
        List<Header> headers = new ArrayList<>();
        getHeaders().forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
        headers.addAll(cookies);
        HttpStatusCode status = getStatusCode();
        return Answer.of(status == null ? 200 : status.value(), headers, body.toByteArray());
    }

    static Mono<Void> send(Answer answer, ServerHttpResponse to) {
        to.setRawStatusCode(answer.status());
        Set<String> begun = new HashSet<>();
        for (Header header : answer.headers()) {
            if (begun.add(header.name().toLowerCase(Locale.ROOT))) {
                to.getHeaders().set(header.name(), header.value());
            } else {
                to.getHeaders().add(header.name(), header.value());
            }
        }
        if (answer.body().length == 0) {
            return to.setComplete();
        }
        to.getHeaders().setContentLength(answer.body().length);
        return to.writeWith(Mono.fromSupplier(() -> to.bufferFactory().wrap(answer.body())));
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // so declared by Spring
    public <T> T getNativeResponse() {
        return ServerHttpResponseDecorator.getNativeResponse(real);
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> content) {
        return Flux.from(content)
                .doOnNext(this::gather)
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                .then();
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> content) {
        return writeWithInternal(Flux.from(content).concatMap(Flux::from));
    }

    private void gather(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        body.writeBytes(bytes);
    }

    @Override
    protected void applyStatusCode() {
        // It is taken when the response is complete.
    }

    @Override
    protected void applyHeaders() {
        // They are taken when the response is complete.
    }

    @Override
    protected void applyCookies() {
        getCookies()
                .values()
                .forEach(each ->
                        each.forEach(cookie -> cookies.add(new Header(HttpHeaders.SET_COOKIE, cookie.toString()))));
    }
}
