package dev.semel.http;

import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request that a status address is about, as if the one who asks for the status had sent it. */
record AsIfSent(Exchange asker, StatusAddress address) implements Exchange {

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
