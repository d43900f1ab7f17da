package dev.semel.servlet;

import dev.semel.http.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request as the rules of HTTP see it. What they may ask for after the request has left its thread is kept. */
final class ServletExchange implements Exchange {
    private final HttpServletRequest request;
    private final String method;
    private final String path;
    private final List<String> mounts;
    private final Function<HttpServletRequest, @Nullable String> principal;
    private final boolean principalRequired;
    private boolean formReadBefore;

    ServletExchange(
            HttpServletRequest request,
            Function<HttpServletRequest, @Nullable String> principal,
            boolean principalRequired) {
        this.request = request;
        this.method = request.getMethod();
        this.path = request.getRequestURI();
        // The first is as the caller wrote it, in Tomcat.
        this.mounts =
                List.of(request.getContextPath(), request.getServletContext().getContextPath());
        this.principal = principal;
        this.principalRequired = principalRequired;
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
        return mounts;
    }

    @Override
    public @Nullable String query() {
        return request.getQueryString();
    }

    @Override
    public List<String> header(String name) {
        return Collections.list(request.getHeaders(name));
    }

    @Override
    public @Nullable String principal() {
        return principal.apply(request);
    }

    @Override
    public boolean principalRequired() {
        return principalRequired;
    }

    /** Whether somebody has asked for a parameter before, and so had the container read the form. */
    boolean formReadBefore() {
        return formReadBefore;
    }

    @Override
    public InputStream body() throws IOException {
        PushbackInputStream body = new PushbackInputStream(request.getInputStream());
        int first = body.read();
        if (first >= 0) {
            body.unread(first);
            return body;
        }
        if (request.getContentLengthLong() == 0) {
            return body;
        }
        if (FormBody.isForm(request.getContentType())) {
            byte[] again = FormBody.ofParameters(request);
            formReadBefore = again.length > 0;
            return new ByteArrayInputStream(again);
        }
        if (request.getContentLengthLong() > 0) {
            throw new IllegalStateException(
                    "the body of the request was read before the IdempotencyFilter; put the filter before the one that reads it");
        }
        return body;
    }
}
