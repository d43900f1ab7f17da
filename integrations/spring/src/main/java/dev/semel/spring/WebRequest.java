package dev.semel.spring;

import dev.semel.http.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** A request of WebFlux. Its body is read by blocking, so on a thread that may. */
final class WebRequest implements Exchange {
    private static final int BUFFERS_AHEAD = 8;

    private final ServerHttpRequest request;
    private final @Nullable String principal;
    private @Nullable InputStream body;

    WebRequest(ServerHttpRequest request, @Nullable String principal) {
        this.request = request;
        this.principal = principal;
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
    public InputStream body() {
        InputStream opened = DataBufferUtils.subscriberInputStream(request.getBody(), BUFFERS_AHEAD);
        body = opened;
        return opened;
    }

    /** What is left of a body that is too large is not asked for. */
    void close() throws IOException {
        if (body != null) {
            body.close();
        }
    }
}
