package dev.semel.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the application ends an asynchronous request by. The container's own context is made of the request as it came, so that filters further
 * out find that one when it is dispatched; what the application handed in comes back to it in {@link Run#resume}.
 */
final class BufferedAsyncContext implements AsyncContext {
    private final AsyncContext outer;
    private final Run run;
    private final ServletRequest request;
    private final ServletResponse response;
    private final boolean original;
    private volatile @Nullable Thread notifying;

    BufferedAsyncContext(
            AsyncContext outer, Run run, @Nullable ServletRequest request, @Nullable ServletResponse response) {
        this.outer = outer;
        this.run = run;
        this.request = request == null ? run.request() : request;
        this.response = response == null ? run.response() : response;
        this.original = request == null;
    }

    AsyncContext outer() {
        return outer;
    }

    BufferedAsyncContext next(AsyncContext nextOuter) {
        return new BufferedAsyncContext(nextOuter, run, original ? null : request, original ? null : response);
    }

    /** Tells a listener, which may end the request only until it returns. */
    void whileNotifying(Notification notification) throws IOException {
        notifying = Thread.currentThread();
        try {
            notification.run();
        } finally {
            notifying = null;
        }
    }

    boolean isNotifying() {
        return Thread.currentThread() == notifying;
    }

    /** Of a listener. */
    @FunctionalInterface
    interface Notification {
        void run() throws IOException;
    }

    @Override
    public ServletRequest getRequest() {
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        return response;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return original;
    }

    /** Nothing is sent before the answer is recorded; the container's context is completed after that. */
    @Override
    public void complete() {
        run.complete(this);
    }

    @Override
    public void dispatch() {
        run.dispatching();
        outer.dispatch();
    }

    @Override
    public void dispatch(String path) {
        run.dispatching();
        outer.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        run.dispatching();
        outer.dispatch(context, path);
    }

    @Override
    public void start(Runnable task) {
        outer.start(task);
    }

    @Override
    public void addListener(AsyncListener listener) {
        outer.addListener(new ApplicationListener(listener, this, request, response));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest ownRequest, ServletResponse ownResponse) {
        outer.addListener(new ApplicationListener(listener, this, ownRequest, ownResponse));
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return outer.createListener(type);
    }

    @Override
    public void setTimeout(long millis) {
        outer.setTimeout(millis);
    }

    @Override
    public long getTimeout() {
        return outer.getTimeout();
    }
}
