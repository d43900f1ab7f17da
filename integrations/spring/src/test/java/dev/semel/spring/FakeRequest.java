package dev.semel.spring;

import dev.semel.http.Exchange;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that was never sent. */
record FakeRequest(String key, String content) implements Exchange {
    @Override
    public String method() {
        return "POST";
    }

    @Override
    public String path() {
        return "/orders";
    }

    @Override
    public @Nullable String query() {
        return null;
    }

    @Override
    public List<String> header(String name) {
        return name.equalsIgnoreCase("Idempotency-Key") ? List.of(key) : List.of();
    }

    @Override
    public @Nullable String principal() {
        return "alice";
    }

    @Override
    public InputStream body() {
        return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
    }
}
