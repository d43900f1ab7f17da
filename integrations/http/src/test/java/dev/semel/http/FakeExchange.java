package dev.semel.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that was never sent, to try the rules without a server. */
public final class FakeExchange implements Exchange {
    public String method = "POST";
    public String path = "/payments";
    public String mount = "";

    @Nullable
    public String query;

    @Nullable
    public String principal = "alice";

    public boolean principalRequired;

    @Nullable
    public Duration timeLeft;

    public final List<Header> headers = new ArrayList<>();
    public byte[] content = "{\"amount\":1}".getBytes(StandardCharsets.UTF_8);
    public int bodyAskedFor;

    public static FakeExchange with(@Nullable String key) {
        FakeExchange exchange = new FakeExchange();
        exchange.headers.add(new Header("Content-Type", "application/json"));
        if (key != null) {
            exchange.headers.add(new Header("Idempotency-Key", key));
        }
        return exchange;
    }

    public FakeExchange body(String text) {
        content = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    public FakeExchange path(String choice) {
        path = choice;
        return this;
    }

    public FakeExchange method(String choice) {
        method = choice;
        return this;
    }

    public FakeExchange by(@Nullable String choice) {
        principal = choice;
        return this;
    }

    public FakeExchange authenticating() {
        principalRequired = true;
        return this;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public List<String> mounts() {
        return List.of(mount);
    }

    @Override
    public @Nullable String query() {
        return query;
    }

    @Override
    public List<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
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
    public @Nullable Duration timeLeft() {
        return timeLeft;
    }

    @Override
    public InputStream body() {
        bodyAskedFor++;
        return new ByteArrayInputStream(content);
    }
}
