package dev.semel.servlet.request;

import dev.semel.http.Exchange;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request as the rules of HTTP see it. Keeps what they may ask for after the request has left its thread. */
public final class ServletExchange implements Exchange {
    private final HttpServletRequest request;
    private final String method;
    private final String path;
    private final List<String> mounts;
    private final Function<HttpServletRequest, @Nullable String> principal;
    private final boolean principalRequired;
    private volatile @Nullable String caller;
    private volatile boolean callerKnown;
    private boolean formReadBefore;
    private boolean holdsThread;

    /** Describes a request with a caller that {@code principal} returns. */
    public ServletExchange(
            HttpServletRequest request,
            Function<HttpServletRequest, @Nullable String> principal,
            boolean principalRequired) {
        this.request = request;
        this.method = request.getMethod();
        this.path = request.getRequestURI();
        // In Tomcat the first is as the caller wrote it.
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
        if (!callerKnown) {
            caller = principal.apply(request);
            callerKnown = true;
        }
        return caller;
    }

    /** Determines the caller while the request is on its own thread, since frameworks keep it in a thread-local. */
    public void identifyCaller() {
        principal();
    }

    @Override
    public boolean principalRequired() {
        return principalRequired;
    }

    @Override
    public boolean holdsThread() {
        return holdsThread;
    }

    /** Declares that the request can't leave its thread to wait. */
    public void stay() {
        holdsThread = true;
    }

    /** Returns whether the container has read the form before, because a filter read a parameter. */
    public boolean formReadBefore() {
        return formReadBefore;
    }

    @Override
    public InputStream body() throws IOException {
        ServletInputStream stream = request.getInputStream();
        boolean readBefore = isChunked() && stream.isFinished();
        PushbackInputStream body = new PushbackInputStream(stream);
        int first = body.read();
        if (first >= 0) {
            body.unread(first);
            return body;
        }
        if (request.getContentLengthLong() > 0 || readBefore) {
            return again();
        }
        return body;
    }

    private boolean isChunked() {
        return request.getContentLengthLong() < 0 && request.getHeader("Transfer-Encoding") != null;
    }

    /** Returns a body that was read before. A form can be rebuilt from its parameters. */
    private InputStream again() {
        byte[] again = FormBody.isForm(request.getContentType()) ? FormBody.ofParameters(request) : new byte[0];
        if (again.length == 0) {
            throw new IllegalStateException(
                    "the body of the request was read before the IdempotencyFilter; map the IdempotencyFilter before the filter that reads it");
        }
        formReadBefore = true;
        return new ByteArrayInputStream(again);
    }
}
