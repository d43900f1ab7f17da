package dev.semel.spring.webflux;

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

/** A request of WebFlux. Its body is read without blocking, before the guard handles it. */
public final class WebRequest implements Exchange {
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

    /** Returns a request without its body. */
    public static WebRequest of(ServerHttpRequest request, @Nullable String principal, boolean principalRequired) {
        return new WebRequest(request, principal, principalRequired, null);
    }

    /**
     * Reads the body, up to one byte more than the limit. Each buffer is copied and released as it arrives, since a buffer of the server may
     * be much larger than its content from a slow client.
     */
    public Mono<WebRequest> read(int limit) {
        return DataBufferUtils.takeUntilByteCount(request.getBody(), limit + 1L)
                .collect(ByteArrayOutputStream::new, WebRequest::move)
                .map(bytes -> new WebRequest(request, principal, principalRequired, bytes.toByteArray()));
    }

    /** Moves the content of a buffer, and releases it. */
    public static void move(ByteArrayOutputStream to, DataBuffer buffer) {
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
        // an empty body instead could run as the request
        return new ByteArrayInputStream(Objects.requireNonNull(body, "the body was not read"));
    }
}
