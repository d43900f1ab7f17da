package dev.semel.http.status;

import dev.semel.http.Exchange;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request of a status address, as if the caller that asks for the status had sent it. */
public record AsIfSent(Exchange asker, StatusAddress address) implements Exchange {

    @Override
    public String method() {
        return address.method();
    }

    @Override
    public String path() {
        return address.path();
    }

    @Override
    public @Nullable String query() {
        return null;
    }

    @Override
    public List<String> header(String name) {
        return asker.header(name);
    }

    @Override
    public @Nullable String principal() {
        return asker.principal();
    }

    @Override
    public boolean principalRequired() {
        return asker.principalRequired();
    }

    @Override
    public InputStream body() {
        return InputStream.nullInputStream();
    }
}
