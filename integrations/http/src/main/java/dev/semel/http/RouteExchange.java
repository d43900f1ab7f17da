package dev.semel.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as its route sees it: its path is canonical and counts from where the application is mounted.
 *
 * @param sent the request as the adapter gave it
 * @param path that the route matches
 * @param mount of the application in the path that was sent
 */
record RouteExchange(Exchange sent, String path, String mount) implements Exchange {

    @Override
    public String method() {
        return sent.method();
    }

    @Override
    public List<String> mounts() {
        return List.of(mount);
    }

    /** Path parameters are no part of {@link #path()}, but may make it another request. */
    @Override
    public @Nullable String query() {
        String parameters = RequestPath.parameters(sent.path());
        String query = sent.query();
        if (parameters.isEmpty()) {
            return query;
        }
        return query == null ? parameters : parameters + "?" + query;
    }

    @Override
    public List<String> header(String name) {
        return sent.header(name);
    }

    @Override
    public @Nullable String principal() {
        return sent.principal();
    }

    @Override
    public boolean principalRequired() {
        return sent.principalRequired();
    }

    @Override
    public @Nullable Duration timeLeft() {
        return sent.timeLeft();
    }

    @Override
    public boolean holdsThread() {
        return sent.holdsThread();
    }

    @Override
    public InputStream body() throws IOException {
        return sent.body();
    }
}
