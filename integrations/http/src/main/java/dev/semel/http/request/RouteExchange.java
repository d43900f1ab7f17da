package dev.semel.http.request;

import dev.semel.http.Exchange;
import dev.semel.http.path.RequestPath;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as its route sees it: its path is canonical and relative to the mount of the application.
 *
 * @param sent the request as the adapter passed it
 * @param path the path that matches the route
 * @param mount the mount of the application in the path that was sent
 */
public record RouteExchange(Exchange sent, String path, String mount) implements Exchange {

    @Override
    public String method() {
        return sent.method();
    }

    @Override
    public List<String> mounts() {
        return List.of(mount);
    }

    /** Returns the query and the path parameters, which are not part of {@link #path()} but distinguish requests. */
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
