package dev.semel.spring;

import dev.semel.http.Exchange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/** A request of WebFlux. Its body is read without blocking, before the guard is asked to handle it. */
final class WebRequest implements Exchange {
    private final ServerHttpRequest request;
    private final @Nullable String principal;
    private final boolean principalRequired;
    private final byte @Nullable [] body;

    private WebRequest(
            ServerHttpRequest request, @Nullable String principal, boolean principalRequired, byte @Nullable [] body) {
        this.request = request;
        this.principal = principal;
        this.principalRequired = principalRequired;
        this.body = body;
    }

    /** The request without its body. */
    static WebRequest of(ServerHttpRequest request, @Nullable String principal, boolean principalRequired) {
        return new WebRequest(request, principal, principalRequired, null);
    }

    /**
     * Reads the body, one byte more than the limit at most. Each buffer is copied and released as it comes, since a buffer of the server's may
     * be much larger than what a slow client has put in it.
     */
    Mono<WebRequest> read(int limit) {
        return DataBufferUtils.takeUntilByteCount(request.getBody(), limit + 1L)
                .collect(ByteArrayOutputStream::new, WebRequest::move)
                .map(bytes -> new WebRequest(request, principal, principalRequired, bytes.toByteArray()));
    }

    /** Moves what is in a buffer. */
    static void move(ByteArrayOutputStream to, DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        to.writeBytes(bytes);
    }

    @Override
    public String method() {
        return request.getMethod().name();
    }

    @Override
    public String path() {
        return request.getPath().value();
    }

    @Override
    public List<String> mounts() {
        return List.of(request.getPath().contextPath().value());
    }

    @Override
    public @Nullable String query() {
        return request.getURI().getRawQuery();
    }

    @Override
    public List<String> header(String name) {
        List<String> found = new ArrayList<>();
        request.getHeaders().forEach((each, values) -> {
            if (each.equalsIgnoreCase(name)) {
                found.addAll(values);
            }
        });
        return found;
    }

    @Override
    public @Nullable String principal() {
        return principal;
    }

    @Override
    public boolean principalRequired() {
        return principalRequired;
    }

    @Override
    public InputStream body() {
        // An empty body in its place could run as the request.
        return new ByteArrayInputStream(Objects.requireNonNull(body, "the body was not read"));
    }
}
